package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.Exponentials;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The kernel k(p, q) = exp(−λ d(p, q)^ν) on predictions, in [0, 1]. Where a distance is too large
 * for a number, it is 0.
 *
 * <p>Positive definite if d^ν is of negative type: for {@link Distance#EUCLIDEAN}, {@link
 * MaximumMeanDiscrepancy} and for {@link Distance#WASSERSTEIN_2} between predictions of one real
 * number or diagonal normals up to ν = 2, for {@link Distance#TOTAL_VARIATION} up to ν = 1. Between
 * normals whose covariances do not commute it may have negative eigenvalues.
 *
 * @param distance d
 * @param lambda λ &gt; 0, in units of d to the power −ν
 * @param nu ν in (0, 2]
 */
public record ExponentialKernel(PredictionDistance distance, double lambda, double nu)
    implements PredictionKernel {

  /** Checks λ and ν. */
  public ExponentialKernel {
    Checks.positive("lambda", lambda);
    Checks.within("nu", nu, 0, 2);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    return ofDistance(distance.between(p, q));
  }

  @Override
  public boolean takes(PredictiveDistribution p) {
    return distance.takes(p);
  }

  /** exp(−λ d^ν) of a distance d &ge; 0. */
  public double ofDistance(double d) {
    double power = nu == 1 ? d : nu == 2 ? d * d : Math.pow(d, nu);
    return Double.isNaN(power) ? 0 : Math.exp(-lambda * power);
  }

  /**
   * Replaces squared distances d² by exp(−λ d^ν) in vectorised loops: {@link #ofDistance} up to
   * rounding, and zero below 2^−1022.
   *
   * @param squared of which the first {@code count} count
   * @param scratch of at least that length
   */
  public void replaceSquaredDistances(double[] squared, int count, double[] scratch) {
    if (nu == 1) {
      for (int j = 0; j < count; j++) {
        squared[j] = -lambda * Math.sqrt(squared[j]);
      }
    } else {
      for (int j = 0; j < count; j++) {
        squared[j] = -lambda * (nu == 2 ? squared[j] : Math.pow(squared[j], nu / 2));
      }
    }
    Exponentials.replace(squared, count, scratch);
  }
}
