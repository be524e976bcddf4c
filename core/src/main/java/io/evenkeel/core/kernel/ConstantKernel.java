package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/** The kernel k(p, q) = 1 on predictions: it does not distinguish predictions. */
public record ConstantKernel() implements PredictionKernel {

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return 1;
  }
}
