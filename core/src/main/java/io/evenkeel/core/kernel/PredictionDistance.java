package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/** A symmetric distance between predictions of the same target space. */
public interface PredictionDistance {

  /**
   * The distance between two predictions, zero if they are equal.
   *
   * @throws IllegalArgumentException if the distance is not defined for these kinds of prediction,
   *     or they differ in size
   */
  double between(PredictiveDistribution p, PredictiveDistribution q);

  /** Whether p can be compared with all other predictions of its space that can be compared. */
  default boolean takes(PredictiveDistribution p) {
    return true;
  }
}
