package io.evenkeel.app.judge;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The evidence of a series: what is settled of panes that are no longer kept, and what is not. */
final class Settled {

  private Settled() {}

  /**
   * The evidence of the settled panes and of the given ones.
   *
   * @param since panes that start before this do not count, milliseconds since 1970
   */
  static Evidence evidence(
      SeriesState state, long since, Collection<MergedPane> panes, RecalibrationGrid grid) {
    double[] sums = new double[grid.size()];
    long labels = 0;
    long impossible = 0;
    if (since == state.getSettledSince() && state.getSettled().size() == sums.length) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] = state.getSettled().get(i);
      }
      labels = state.getSettledLabels();
      impossible = state.getSettledImpossible();
    }
    for (MergedPane pane : panes) {
      if (pane.start() >= since) {
        add(pane.sketch().logRatios(), sums);
        labels += pane.sketch().labelled();
        impossible += pane.sketch().evidence().impossible();
      }
    }
    return Evidence.of(grid, sums, labels, impossible);
  }

  /**
   * The state with the pane settled.
   *
   * <p>Evidence that has started anew in between leaves the sums alone until the first pane of the
   * new stretch is settled: until then windows of the former one may be revised.
   *
   * @param since where the evidence of the oldest window that may be revised starts, milliseconds
   *     since 1970
   */
  static SeriesState settle(SeriesState before, MergedPane pane, long since) {
    if (pane.start() < since) {
      return before;
    }
    SeriesState state = since == before.getSettledSince() ? before : empty(before, since);
    Sketch sketch = pane.sketch();
    double[] sums = sketch.logRatios();
    if (state.getSettled().size() == sums.length) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += state.getSettled().get(i);
      }
    }
    List<Double> settled = new ArrayList<>(sums.length);
    for (double sum : sums) {
      settled.add(sum);
    }
    return SeriesState.newBuilder(state)
        .setSettled(settled)
        .setSettledLabels(state.getSettledLabels() + sketch.labelled())
        .setSettledImpossible(state.getSettledImpossible() + sketch.evidence().impossible())
        .build();
  }

  private static SeriesState empty(SeriesState state, long since) {
    return SeriesState.newBuilder(state)
        .setSettledSince(since)
        .setSettled(List.of())
        .setSettledLabels(0)
        .setSettledImpossible(0)
        .build();
  }

  private static void add(double[] addend, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += addend[i];
    }
  }
}
