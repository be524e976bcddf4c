package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A positive definite kernel k_Y on targets, with the expectations that calibration needs: in
 * closed form, or with an error that the kernel states.
 *
 * <p>A prediction or target of a kind that the kernel is not made for is an {@link
 * IllegalArgumentException}.
 */
public interface TargetKernel {

  /** k_Y(y, z). */
  double apply(Target y, Target z);

  /** E k_Y(Z, y) for Z ~ p. */
  double expectation(PredictiveDistribution p, Target y);

  /** E k_Y(Z, Z′) for independent Z ~ p and Z′ ~ q. */
  double expectation(PredictiveDistribution p, PredictiveDistribution q);

  /** E k_Y(Z, y) k_Y(Z, z) for Z ~ p. */
  double productExpectation(PredictiveDistribution p, Target y, Target z);

  /**
   * All E k_Y(Z, y_a) k_Y(Z, y_b) with a ≤ b &lt; n for Z ~ p, written to the first n (n + 1) / 2
   * entries of {@code into}, row by row.
   *
   * @param y at least n targets, of which the first n count
   */
  default void productExpectations(PredictiveDistribution p, Target[] y, int n, double[] into) {
    int next = 0;
    for (int a = 0; a < n; a++) {
      for (int b = a; b < n; b++) {
        into[next++] = productExpectation(p, y[a], y[b]);
      }
    }
  }

  /**
   * E [k_Y(Z, y) − E k_Y(Z, y)]⁴ for Z ~ p, or a bound of it: how far the law of a residual is from
   * a normal one. Unless a kernel knows better it is the bound Var k_Y(Z, y) max(μ, 1 − μ)² with μ
   * = E k_Y(Z, y), for kernels with values in [0, 1].
   */
  default double fourthMoment(PredictiveDistribution p, Target y) {
    double mean = expectation(p, y);
    double variance = Math.max(0, productExpectation(p, y, y) - mean * mean);
    double farthest = Math.max(mean, 1 - mean);
    return variance * farthest * farthest;
  }

  /**
   * The expectations, fourth moments and product expectations for Z ~ p at the first n targets in
   * one go: as they share most of their work, some kernels take a part of the time. O(n²) values,
   * for each component or point of p where these are summed.
   *
   * @param y at least n targets, of which the first n count
   * @param into has room for at least n targets; what it held of the first n is replaced
   */
  default void moments(PredictiveDistribution p, Target[] y, int n, TargetMoments into) {
    for (int a = 0; a < n; a++) {
      into.set(a, expectation(p, y[a]), fourthMoment(p, y[a]));
    }
    productExpectations(p, y, n, into.products());
  }

  /**
   * E [k_Y(Z, Z′) − E k_Y(·, Z′) − E k_Y(Z, ·) + E k_Y(·, ·)]² for independent Z ~ p and Z′ ~ q:
   * the variance that the calibration residual of a pair has when both predictions are calibrated.
   */
  double residualVariance(PredictiveDistribution p, PredictiveDistribution q);

  /**
   * k_Y(y, z) − E k_Y(Z, z) − E k_Y(y, Z′) + E k_Y(Z, Z′) for independent Z ~ p and Z′ ~ q: zero in
   * mean if one of the two is calibrated.
   */
  default double residual(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z) {
    return apply(y, z) - expectation(p, z) - expectation(q, y) + expectation(p, q);
  }
}
