package io.evenkeel.app.judge;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a series up to one pane after the other: mutable. As windows are looked at in the
 * order of their ends, each pane is added once and not again for every window.
 */
final class EvidenceWalk {
  private final NavigableMap<Long, MergedPane> panes;
  private final double tolerance;
  private @Nullable SeriesEvidence evidence;
  private long since;
  private long through;

  /**
   * A walk that has not begun.
   *
   * @param panes the panes that are kept, by start; at least one
   */
  EvidenceWalk(NavigableMap<Long, MergedPane> panes, double tolerance) {
    this.panes = panes;
    this.tolerance = tolerance;
  }

  /**
   * The evidence of the panes that start in [since, through), until the next call.
   *
   * @param state what is settled of panes that are no longer kept
   */
  SeriesEvidence of(SeriesState state, long since, long through) {
    SeriesEvidence at = evidence;
    if (at == null || since != this.since || through < this.through) {
      at = Settled.evidence(state, since, MergedPane.plan(panes.values()), tolerance);
      this.since = since;
      this.through = since;
    }
    if (through > this.through) {
      for (MergedPane pane : panes.subMap(this.through, through).values()) {
        at.add(pane.sketch());
      }
      this.through = through;
    }
    evidence = at;
    return at;
  }
}
