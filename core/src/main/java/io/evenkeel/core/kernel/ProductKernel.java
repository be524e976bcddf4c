package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The kernel k(p, q) = k₁(p, q) k₂(p, q).
 *
 * @param first k₁
 * @param second k₂
 */
public record ProductKernel(PredictionKernel first, PredictionKernel second)
    implements PredictionKernel {

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return first.apply(p, q) * second.apply(p, q);
  }
}
