package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The kernel k(p, q) = c k₁(p, q).
 *
 * @param factor c &gt; 0
 * @param kernel k₁
 */
public record ScaledKernel(double factor, PredictionKernel kernel) implements PredictionKernel {

  /** Checks the factor. */
  public ScaledKernel {
    Checks.positive("factor", factor);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return factor * kernel.apply(p, q);
  }
}
