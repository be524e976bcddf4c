package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Panes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Basis;
import io.evenkeel.app.verdict.Drift;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.app.verdict.Standing;
import io.evenkeel.app.verdict.Window;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.schemas.internal.SeriesState;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;

/** The windows of one series, made of its panes: mutable, as it goes on from window to window. */
final class Windows {
  private final SeriesKey series;
  private final ModelSettings settings;
  private final Panes cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final SeriesJudge.Known known;
  private final EvidenceWalk evidence;
  private final DriftReference reference;

  /**
   * The windows of the panes.
   *
   * @param panes the panes that are kept, by start; at least one
   */
  Windows(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      SeriesJudge.Known known) {
    this.series = series;
    this.settings = settings;
    this.cut = Panes.of(settings.window());
    this.panes = panes;
    this.known = known;
    this.reference = new DriftReference(settings.drift(), known.fixed());
    this.evidence = new EvidenceWalk(panes, settings.evidence().tolerance());
  }

  /** The panes of the window that ends at the time. */
  SortedMap<Long, MergedPane> panes(long end) {
    return panes.subMap(cut.windowStart(end), end);
  }

  /**
   * The window that ends at the time.
   *
   * @param state what is settled of panes that are no longer kept
   * @param since panes that start from then on count as evidence, milliseconds since 1970
   * @param counted panes that start before then do
   */
  Window of(SeriesState state, long end, long since, long counted, boolean isFinal) {
    SortedMap<Long, MergedPane> window = panes(end);
    Sketch sketch = MergedPane.plan(window.isEmpty() ? panes.values() : window.values()).empty();
    long predictions = 0;
    long late = 0;
    for (MergedPane pane : window.values()) {
      sketch.merge(pane.sketch());
      predictions += pane.predictions();
      late += pane.late();
    }
    Standing standing = Standing.of(evidence.of(state, since, counted));
    Drift drift =
        reference.drift(window.values(), before(end).values(), isFinal, state.getReference());
    long start = cut.windowStart(end);
    return new Window(
        series,
        start,
        end,
        predictions,
        late,
        sketch,
        standing,
        known.allowance(),
        drift,
        isFinal
            ? Reservoir.quadratic(window.values(), series.pane(start), settings.profile())
            : Optional.empty(),
        new Basis(since, counted, sources(state, end, since, counted)),
        ReferenceCalibration.noWorse(state, start, sketch.plan().grid()));
  }

  /** What to remember of the final window that ends at the time, to compare later ones with. */
  ByteBuffer pinned(SeriesState state, long end) {
    return reference.pinned(panes(end).values(), cut.windowStart(end), state.getReference());
  }

  /** The panes of the windows before that the window that ends at the time is compared with. */
  private SortedMap<Long, MergedPane> before(long end) {
    long start = cut.windowStart(end);
    return panes.subMap(start - settings.drift().windowsBefore() * cut.window(), start);
  }

  private Sources sources(SeriesState state, long end, long since, long counted) {
    List<SourceOffsets> sources = new ArrayList<>(Settled.sources(state, since).offsets());
    panes(end).values().forEach(pane -> sources.addAll(pane.sources()));
    before(end).values().forEach(pane -> sources.addAll(pane.sources()));
    if (since < counted) {
      panes.subMap(since, counted).values().forEach(pane -> sources.addAll(pane.sources()));
    }
    return Sources.of(sources);
  }
}
