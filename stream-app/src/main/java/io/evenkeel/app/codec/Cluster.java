package io.evenkeel.app.codec;

import io.evenkeel.core.moments.Outcome;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The outcome that a prediction shares with others, such as the match that all forecasts made while
 * it is played are about.
 *
 * @param id of the outcome; empty if the prediction is the only one about its outcome, or does not
 *     name it
 * @param weight of the prediction in evidence, in (0, 1], at most 1 / (predictions of the outcome);
 *     empty if it is not given
 */
public record Cluster(String id, OptionalDouble weight) {
  /** Of a prediction that names no shared outcome. */
  public static final Cluster NONE = new Cluster("", OptionalDouble.empty());

  /** Checks the weight. */
  public Cluster {
    double w = weight.orElse(1);
    if (!(w > 0 && w <= 1)) {
      throw new IllegalArgumentException(
          "weight must lie above 0 and be at most 1, got "
              + w
              + ": send 1 / (number of predictions about the outcome)");
    }
    if (id.isEmpty() && weight.isPresent()) {
      throw new IllegalArgumentException(
          "weight is set without a cluster: send the id of the outcome as cluster");
    }
  }

  /**
   * The outcome that the prediction is about, with its weight in evidence.
   *
   * @param rowsPerOutcome how many predictions are about one outcome, at most, &ge; 1; empty if it
   *     is not known
   */
  public Outcome outcome(OptionalInt rowsPerOutcome) {
    if (id.isEmpty() && rowsPerOutcome.isEmpty()) {
      return Outcome.OWN;
    }
    double even = rowsPerOutcome.isPresent() ? 1.0 / rowsPerOutcome.getAsInt() : 0;
    return new Outcome(id, weight.orElse(even));
  }
}
