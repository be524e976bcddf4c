package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The Matérn kernel of smoothness 5/2 on predictions, k(p, q) = (1 + √5 r + 5r²/3) exp(−√5 r) with
 * r = d(p, q) / ℓ, in (0, 1]. Positive definite if d is Hilbertian.
 *
 * <p>Source: Rasmussen and Williams, <i>Gaussian processes for machine learning</i>, 2006, Equation
 * 4.17.
 *
 * @param distance d
 * @param length ℓ &gt; 0, in the unit of d
 */
public record Matern52Kernel(PredictionDistance distance, double length)
    implements PredictionKernel {
  private static final double ROOT_FIVE = Math.sqrt(5);

  /** Checks the length. */
  public Matern52Kernel {
    Checks.positive("length", length);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return kappa(distance.between(p, q) / length);
  }

  /** κ(r). */
  static double kappa(double r) {
    double x = ROOT_FIVE * r;
    return x > ExponentialDifferences.FARTHEST ? 0 : (1 + x + x * x / 3) * Math.exp(-x);
  }
}
