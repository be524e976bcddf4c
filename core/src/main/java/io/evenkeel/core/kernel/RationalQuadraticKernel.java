package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The rational quadratic kernel on predictions, k(p, q) = (1 + r² / (2α))^(−α) with r = d(p, q) /
 * ℓ, in (0, 1]: a mixture of Gaussian kernels of all lengths, which decays slowly for a small α.
 * Positive definite if d is Hilbertian.
 *
 * <p>Source: Rasmussen and Williams, <i>Gaussian processes for machine learning</i>, 2006, Equation
 * 4.19.
 *
 * @param distance d
 * @param length ℓ &gt; 0, in the unit of d
 * @param alpha α &gt; 0
 */
public record RationalQuadraticKernel(PredictionDistance distance, double length, double alpha)
    implements PredictionKernel {

  /** Checks the length and α. */
  public RationalQuadraticKernel {
    Checks.positive("length", length);
    Checks.positive("alpha", alpha);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return kappa(distance.between(p, q) / length, alpha);
  }

  /** κ(r). */
  static double kappa(double r, double alpha) {
    return Math.exp(-alpha * Math.log1p(r * r / (2 * alpha)));
  }
}
