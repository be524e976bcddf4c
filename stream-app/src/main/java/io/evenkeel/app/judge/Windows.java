package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Drift;
import io.evenkeel.app.verdict.Foretold;
import io.evenkeel.app.verdict.Provenance;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.app.verdict.Window;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The windows of one series, made of its panes. */
final class Windows {
  private final SeriesKey series;
  private final ModelSettings settings;
  private final PaneGrid cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final DriftReference reference;
  private final LongFunction<Optional<Foretold>> expected;
  private final String hash;

  /**
   * The windows of the panes.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param fixed what all windows may be compared with; null without a profile
   * @param expected the scores that are expected of the window that ends at a time
   */
  Windows(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      DriftReference.@Nullable Fixed fixed,
      LongFunction<Optional<Foretold>> expected) {
    this.series = series;
    this.settings = settings;
    this.cut = PaneGrid.of(settings.window());
    this.panes = panes;
    this.reference = new DriftReference(settings.drift(), fixed);
    this.expected = expected;
    this.hash = settings.hash(fixed == null ? "" : fixed.checksum());
  }

  /** The panes of the window that ends at the time. */
  SortedMap<Long, MergedPane> panes(long end) {
    return panes.subMap(cut.windowStart(end), end);
  }

  /**
   * The window that ends at the time.
   *
   * @param counted panes that start before then count as evidence, milliseconds since 1970
   * @param walk takes the monitor there
   */
  Window of(long end, long counted, boolean isFinal, MonitorWalk walk, References references) {
    SeriesMonitor monitor = walk.through(counted);
    SortedMap<Long, MergedPane> window = panes(end);
    Sketch sketch = MergedPane.plan(window.isEmpty() ? panes.values() : window.values()).empty();
    long predictions = 0;
    long late = 0;
    for (MergedPane pane : window.values()) {
      sketch.merge(pane.sketch());
      predictions += pane.predictions();
      late += pane.late();
    }
    Drift drift =
        reference.drift(window.values(), before(end).values(), isFinal, references.cases());
    long start = cut.windowStart(end);
    List<MergedPane> sampled = isFinal ? apart(window, start) : List.of();
    return new Window(
        series,
        start,
        end,
        predictions,
        late,
        sketch,
        monitor.levels(walk.plan(), walk.logThreshold(end - cut.length())),
        drift,
        Reservoir.quadratic(sampled, series.pane(start), settings.profile()),
        drift.isOutOfSight() ? Reservoir.relearned(sampled, settings.profile()) : Optional.empty(),
        new Provenance(monitor.since(), counted, sources(end, monitor), hash),
        references.noWorse(start, sketch.plan().grid()),
        isFinal ? Optional.empty() : expected.apply(end));
  }

  /** Those of a window whose targets do not overlap, as all pairs of a sample are looked at. */
  private List<MergedPane> apart(SortedMap<Long, MergedPane> window, long start) {
    Overlap overlap = settings.overlap();
    return window.values().stream()
        .filter(pane -> overlap.isOfOneClass((pane.start() - start) / cut.length()))
        .toList();
  }

  /** What to remember of the final window that ends at the time, to compare later ones with. */
  Doubles pinned(References references, long end) {
    return reference.pinned(panes(end).values(), cut.windowStart(end), references.cases());
  }

  /** The panes of the windows before that the window that ends at the time is compared with. */
  private SortedMap<Long, MergedPane> before(long end) {
    long start = cut.windowStart(end);
    return panes.subMap(start - settings.drift().windowsBefore() * cut.window(), start);
  }

  private Sources sources(long end, SeriesMonitor monitor) {
    List<SourceOffsets> sources = new ArrayList<>(monitor.sources().offsets());
    panes(end).values().forEach(pane -> sources.addAll(pane.sources()));
    before(end).values().forEach(pane -> sources.addAll(pane.sources()));
    return Sources.of(sources);
  }
}
