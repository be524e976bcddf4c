package io.evenkeel.app.judge;

import io.evenkeel.app.state.Blocks;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.internal.SeriesState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The evidence of the panes of a series that are no longer kept. */
final class Settled {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settled.class);

  private Settled() {}

  /**
   * The evidence of the settled panes.
   *
   * @param since panes that start before this do not count, milliseconds since 1970
   * @param plan of the sketches to come
   * @param tolerance see {@link SeriesEvidence#empty}
   */
  static SeriesEvidence evidence(SeriesState state, long since, SketchPlan plan, double tolerance) {
    if (since != state.getSettledSince() || !state.getSettled().hasRemaining()) {
      return SeriesEvidence.empty(plan, tolerance);
    }
    try {
      return SeriesEvidence.read(plan, tolerance, Blocks.toDoubles(state.getSettled()));
    } catch (IllegalArgumentException e) {
      // Panes of another kind, settled before there was a profile to leave them out.
      LOGGER.warn("Evidence starts anew: {}", e.getMessage());
      return SeriesEvidence.empty(plan, tolerance);
    }
  }

  /**
   * The offsets that the evidence of the settled panes rests on.
   *
   * @param since panes that start before this do not count, milliseconds since 1970
   */
  static Sources sources(SeriesState state, long since) {
    return since == state.getSettledSince() ? new Sources(state.getSettledSources()) : Sources.NONE;
  }

  /**
   * The state with the pane settled.
   *
   * <p>Evidence that has started anew in between leaves what is settled alone until the first pane
   * of the new stretch is: until then windows of the former one may be revised.
   *
   * @param since where the evidence of the oldest window that may be revised starts, milliseconds
   *     since 1970
   */
  static SeriesState settle(SeriesState state, MergedPane pane, long since, double tolerance) {
    if (pane.start() < since) {
      return state;
    }
    SeriesEvidence evidence = evidence(state, since, pane.sketch().plan(), tolerance);
    evidence.add(pane.sketch());
    return SeriesState.newBuilder(state)
        .setSettledSince(since)
        .setSettledSources(sources(state, since).with(pane.sources()).offsets())
        .setSettled(Blocks.toBytes(evidence.toArray()))
        .build();
  }
}
