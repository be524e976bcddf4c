package io.evenkeel.app.observe;

import io.evenkeel.schemas.internal.Pane;
import org.jspecify.annotations.Nullable;

/** Open panes with other counts; made without builders, which copy deeply. */
final class PaneCounts {
  private PaneCounts() {}

  /**
   * The pane with one more prediction.
   *
   * @param unpaired the prediction that waits for a partner then; null without one
   */
  static Pane predicted(Pane pane, @Nullable String unpaired) {
    return with(pane, pane.getPredictions() + 1, pane.getLate(), unpaired, pane.getLabelsFrom());
  }

  /** The pane with one more label that came too late. */
  static Pane late(Pane pane) {
    return with(
        pane, pane.getPredictions(), pane.getLate() + 1, pane.getUnpaired(), pane.getLabelsFrom());
  }

  /** The pane with the offset of its first label. */
  static Pane labelsFrom(Pane pane, long offset) {
    return with(pane, pane.getPredictions(), pane.getLate(), pane.getUnpaired(), offset);
  }

  private static Pane with(
      Pane pane,
      long predictions,
      long late,
      @Nullable String unpaired,
      @Nullable Long labelsFrom) {
    return new Pane(
        pane.getSpace(),
        pane.getSize(),
        pane.getProfile(),
        predictions,
        late,
        unpaired,
        pane.getPredictionsFrom(),
        labelsFrom,
        pane.getRenewing(),
        pane.getPaneForm(),
        pane.getLength());
  }
}
