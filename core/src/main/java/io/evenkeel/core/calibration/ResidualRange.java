package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;

/**
 * The range of k_Y(y, z) − E k_Y(Z, z) − E k_Y(y, Z′) + E k_Y(Z, Z′) over all targets y and z of
 * two given predictions: the residual h of the pair divided by k_P. For a kernel with values in [0,
 * 1] it always lies in [−2, 2].
 *
 * @param lower the smallest value, or a bound below it
 * @param upper the largest value, or a bound above it
 */
public record ResidualRange(double lower, double upper) {

  /**
   * The range for two predictions. For classes under the Kronecker kernel it is exact; for real
   * numbers under a kernel that decreases from 1 with the distance, upper = 1 + E k(Z, Z′) and
   * lower = E k(Z, Z′) − E k(Z, μ) − E k(μ′, Z′), the single expectations being largest at the
   * modes. O(m) time.
   */
  public static ResidualRange of(
      TargetKernel kernel, PredictiveDistribution p, PredictiveDistribution q) {
    double pair = kernel.expectation(p, q);
    if (kernel instanceof KroneckerKernel) {
      return kronecker(pair, (Categorical) p, (Categorical) q);
    }
    return new ResidualRange(pair - peak(kernel, p) - peak(kernel, q), 1 + pair);
  }

  /** The value is 1{y = z} − p_z − q_y + Σ p_k q_k; its maximum is always at some y = z. */
  private static ResidualRange kronecker(double pair, Categorical p, Categorical q) {
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int k = 0; k < p.classes(); k++) {
      double sum = p.probability(k) + q.probability(k);
      least = Math.min(least, sum);
      largest = Math.max(largest, sum);
    }
    return new ResidualRange(
        pair + Math.min(1 - largest, -largestOfTwoClasses(p, q)), pair + 1 - least);
  }

  /** The maximum of p_z + q_y over y ≠ z. */
  private static double largestOfTwoClasses(Categorical p, Categorical q) {
    int z = p.argmax();
    int y = q.argmax();
    if (y != z) {
      return p.probability(z) + q.probability(y);
    }
    return Math.max(p.probability(z) + largestExcept(q, y), q.probability(y) + largestExcept(p, z));
  }

  private static double largestExcept(Categorical p, int except) {
    double largest = 0;
    for (int k = 0; k < p.classes(); k++) {
      if (k != except) {
        largest = Math.max(largest, p.probability(k));
      }
    }
    return largest;
  }

  /** The largest E k(Z, y) over y, or for a composite prediction a bound above it. */
  private static double peak(TargetKernel kernel, PredictiveDistribution p) {
    if (p instanceof Composite composite) {
      Mixture mixture = composite.mixture();
      double sum = 0;
      for (int i = 0; i < mixture.size(); i++) {
        sum += mixture.weight(i) * peak(kernel, mixture.component(i));
      }
      return sum;
    }
    return p instanceof Exponential ? 1 : kernel.expectation(p, mode(p));
  }

  private static Target mode(PredictiveDistribution p) {
    if (p instanceof Laplace laplace) {
      return Target.of(laplace.location());
    }
    if (p instanceof Normal normal) {
      return normal.mean();
    }
    if (p instanceof Uniform uniform) {
      return Target.of(uniform.low() / 2 + uniform.high() / 2);
    }
    throw new IllegalArgumentException("no range is known for " + p);
  }
}
