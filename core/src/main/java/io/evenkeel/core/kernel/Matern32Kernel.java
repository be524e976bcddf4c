package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The Matérn kernel of smoothness 3/2 on predictions, k(p, q) = (1 + √3 r) exp(−√3 r) with r = d(p,
 * q) / ℓ, in (0, 1]. Positive definite if d is Hilbertian.
 *
 * <p>Source: Rasmussen and Williams, <i>Gaussian processes for machine learning</i>, 2006, Equation
 * 4.17.
 *
 * @param distance d
 * @param length ℓ &gt; 0, in the unit of d
 */
public record Matern32Kernel(PredictionDistance distance, double length)
    implements PredictionKernel {
  private static final double ROOT_THREE = Math.sqrt(3);

  /** Checks the length. */
  public Matern32Kernel {
    Checks.positive("length", length);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return kappa(distance.between(p, q) / length);
  }

  /** κ(r). */
  static double kappa(double r) {
    double x = ROOT_THREE * r;
    return x > ExponentialDifferences.FARTHEST ? 0 : (1 + x) * Math.exp(-x);
  }
}
