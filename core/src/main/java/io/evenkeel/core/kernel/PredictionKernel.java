package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/** A symmetric kernel k_P on predictions. */
public interface PredictionKernel {

  /** k_P(p, q). */
  double apply(PredictiveDistribution p, PredictiveDistribution q);

  /** Whether p can be compared with all other predictions of its space that can be compared. */
  default boolean takes(PredictiveDistribution p) {
    return true;
  }
}
