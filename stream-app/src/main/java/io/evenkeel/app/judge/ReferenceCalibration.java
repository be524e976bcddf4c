package io.evenkeel.app.judge;

import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Blocks;
import io.evenkeel.core.evidence.CalibrationReference;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.schemas.internal.SeriesState;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How well calibrated a series was in its reference: in the pinned window, or in its first final
 * windows under a profile until these have enough labels. Labels that come later do not change it.
 */
final class ReferenceCalibration {

  private ReferenceCalibration() {}

  /**
   * The state with what a final window adds to the reference, unless that is complete.
   *
   * <p>What counts as no worse is fixed by panes before those that it judges. So evidence relative
   * to the reference starts behind it.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param end of the window, milliseconds since 1970
   */
  static SeriesState gather(
      SeriesState state, NavigableMap<Long, MergedPane> panes, long end, ModelSettings settings) {
    SketchPlan plan = MergedPane.plan(panes.values());
    if (state.getNoWorse().hasRemaining() || plan.profile().isEmpty()) {
      return state;
    }
    Optional<Instant> pinned = settings.drift().pinned();
    long first = pinned.map(Instant::toEpochMilli).orElse(0L);
    long last = pinned.isEmpty() ? end : first + settings.window().size().toMillis();
    CalibrationReference reference =
        CalibrationReference.read(plan, Blocks.toDoubles(state.getCalibration()));
    for (MergedPane pane :
        between(panes, Math.max(first, state.getCalibrationThrough()), Math.min(last, end))
            .values()) {
      if (pane.sketch().plan().profile().isPresent()) {
        reference.add(pane.sketch());
      }
    }
    SeriesState.Builder next = SeriesState.newBuilder(state).setCalibrationThrough(end);
    long needed = pinned.isEmpty() ? settings.evidence().referenceLabels() : 2;
    if (end < last || reference.labels() < needed) {
      return next.setCalibration(Blocks.toBytes(reference.toArray())).build();
    }
    EvidenceSettings level = settings.evidence();
    Tolerance noWorse = reference.tolerance(level.tolerance(), level.alpha());
    if (level.isRelative()) {
      next.setEvidenceSince(end);
    }
    return next.setCalibration(ByteBuffer.allocate(0))
        .setNoWorse(Blocks.toBytes(noWorse.toArray()))
        .build();
  }

  private static SortedMap<Long, MergedPane> between(
      NavigableMap<Long, MergedPane> panes, long from, long to) {
    return panes.subMap(from, Math.max(from, to));
  }

  /**
   * What is no worse than the reference, for whatever starts at the time.
   *
   * @param start milliseconds since 1970
   * @return none before the end of the reference
   */
  static Optional<Tolerance> noWorse(SeriesState state, long start, RecalibrationGrid grid) {
    return state.getNoWorse().hasRemaining() && start >= state.getCalibrationThrough()
        ? Optional.of(Tolerance.read(grid, Blocks.toDoubles(state.getNoWorse())))
        : Optional.empty();
  }
}
