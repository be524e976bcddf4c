package io.evenkeel.app.judge;

import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.core.evidence.CalibrationReference;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What the windows of a series are compared with: the cases of one window, and how well calibrated
 * the series was in the pinned window, or without one, or after it, in its first final windows
 * under a profile until these have enough labels. Labels that come later do not change it.
 *
 * @param cases the block of {@link io.evenkeel.core.drift.DriftPlan} of the pinned window, or
 *     without one of the first final window with enough labels; empty before it
 * @param gathered the state of {@link CalibrationReference} while it is gathered; empty before and
 *     after that
 * @param gatheredThrough panes that start before this are in it or came before it, milliseconds
 *     since 1970
 * @param noWorse the {@link Tolerance} that the reference gave; empty until it is complete
 */
record References(Doubles cases, Doubles gathered, long gatheredThrough, Doubles noWorse) {
  /** Nothing is known yet. */
  static final References NONE = new References(Doubles.NONE, Doubles.NONE, 0, Doubles.NONE);

  /** The same with other cases. */
  References withCases(Doubles others) {
    return new References(others, gathered, gatheredThrough, noWorse);
  }

  /**
   * These references with what a final window adds to the calibration of the reference, unless that
   * is complete.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param end of the window, milliseconds since 1970
   */
  References gather(NavigableMap<Long, MergedPane> panes, long end, ModelSettings settings) {
    SketchPlan plan = MergedPane.plan(panes.values());
    if (isComplete() || plan.profile().isEmpty()) {
      return this;
    }
    long size = settings.window().size().toMillis();
    Optional<Instant> pinned =
        settings.drift().pinned().filter(start -> panes.firstKey() < start.toEpochMilli() + size);
    long first = pinned.map(Instant::toEpochMilli).orElse(0L);
    long last = pinned.isEmpty() ? end : first + size;
    CalibrationReference reference = CalibrationReference.read(plan, gathered.toArray());
    for (MergedPane pane :
        between(panes, Math.max(first, gatheredThrough), Math.min(last, end)).values()) {
      if (pane.sketch().plan().profile().isPresent()) {
        reference.add(pane.sketch());
      }
    }
    long needed = pinned.isEmpty() ? settings.evidence().referenceLabels() : 2;
    if (end < last || reference.labels() < needed) {
      return new References(cases, Doubles.of(reference.toArray()), end, noWorse);
    }
    EvidenceSettings level = settings.evidence();
    double epsilon = level.tolerance().epsilon(plan.space());
    Tolerance tolerance = reference.tolerance(epsilon, level.alpha());
    return new References(cases, Doubles.NONE, end, Doubles.of(tolerance.toArray()));
  }

  private static SortedMap<Long, MergedPane> between(
      NavigableMap<Long, MergedPane> panes, long from, long to) {
    return panes.subMap(from, Math.max(from, to));
  }

  /** Whether the calibration of the reference is known. */
  boolean isComplete() {
    return !noWorse.isEmpty();
  }

  /**
   * What is no worse than the reference, for whatever starts at the time.
   *
   * @param start milliseconds since 1970
   * @return none before the end of the reference
   */
  Optional<Tolerance> noWorse(long start, RecalibrationGrid grid) {
    return isComplete() && start >= gatheredThrough
        ? Optional.of(tolerance(grid))
        : Optional.empty();
  }

  /** What is no worse than the reference, which is complete. */
  Tolerance tolerance(RecalibrationGrid grid) {
    return Tolerance.read(grid, noWorse.toArray());
  }
}
