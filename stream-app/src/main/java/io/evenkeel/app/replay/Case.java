package io.evenkeel.app.replay;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import java.time.Instant;
import java.util.List;

/**
 * One prediction with all that will ever be known of it.
 *
 * @param prediction the prediction
 * @param labels its label and the corrections, in the order in which they become known, none of
 *     them before the prediction was made; empty when no label ever comes
 */
public record Case(PredictionEvent prediction, List<LabelEvent> labels) {

  /** Checks that the labels are of this prediction and do not come before it. */
  public Case {
    labels = List.copyOf(labels);
    for (LabelEvent label : labels) {
      if (!label.id().equals(prediction.id())) {
        throw new IllegalArgumentException(
            "a label of " + label.id() + " cannot belong to the prediction " + prediction.id());
      }
      if (label.knownAt() < prediction.madeAt()) {
        throw new IllegalArgumentException(
            "the label of "
                + label.id()
                + " is known at "
                + Instant.ofEpochMilli(label.knownAt())
                + ", before the prediction was made at "
                + Instant.ofEpochMilli(prediction.madeAt()));
      }
    }
  }
}
