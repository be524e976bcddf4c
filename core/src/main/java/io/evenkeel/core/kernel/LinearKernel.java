package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/** The kernel k(p, q) = Σ p_k q_k on predictions of classes, in [0, 1]. */
public record LinearKernel() implements PredictionKernel {
  private static final KroneckerKernel KRONECKER = new KroneckerKernel();

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return KRONECKER.expectation(p, q);
  }
}
