package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/** A symmetric kernel k_P on predictions. */
public interface PredictionKernel {

  /** k_P(p, q). */
  double apply(PredictiveDistribution p, PredictiveDistribution q);
}
