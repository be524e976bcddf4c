package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** The residual variance of the Gaussian kernel under mixtures of normals. */
final class NormalMixtures {

  private NormalMixtures() {}

  /** Whether all components of p are normal. */
  static boolean areNormal(PredictiveDistribution p) {
    Mixture mixture = Mixture.of(p);
    for (int i = 0; i < mixture.size(); i++) {
      if (!(mixture.component(i) instanceof Normal)) {
        return false;
      }
    }
    return true;
  }

  /**
   * E k² − E a² − E b² + (E k)², where a and b are the expectations of k given one of the two
   * targets; never negative, with an absolute error of a few units of rounding. O((K²K′ + KK′²) d³)
   * for K and K′ components.
   */
  static double residualVariance(GaussianKernel kernel, Mixture p, Mixture q) {
    double square = new GaussianKernel(2 * kernel.gamma()).expectation(p, q);
    double mean = kernel.expectation(p, q);
    double gamma = kernel.gamma();
    return Math.max(0, square - conditional(gamma, p, q) - conditional(gamma, q, p) + mean * mean);
  }

  /** E [E k(Z, Z′) given Z′]² for Z ~ p and Z′ ~ q. */
  private static double conditional(double gamma, Mixture p, Mixture q) {
    return Mixtures.mean(
        q,
        shared ->
            Mixtures.mean(
                p,
                p,
                (first, second) ->
                    bothExpectation(gamma, (Normal) first, (Normal) second, (Normal) shared)));
  }

  /**
   * E k(Z₁, Z′) k(Z₂, Z′) for independent Z₁ ~ p, Z₂ ~ q and Z′ ~ shared: the Gaussian kernel of
   * the 2d-dimensional normal vector (Z₁ − Z′, Z₂ − Z′).
   */
  private static double bothExpectation(double gamma, Normal p, Normal q, Normal shared) {
    int d = shared.dimension();
    double[] delta = new double[2 * d];
    for (int i = 0; i < d; i++) {
      delta[i] = p.mean(i) - shared.mean(i);
      delta[d + i] = q.mean(i) - shared.mean(i);
    }
    DMatrixRMaj common = FullNormals.scaled(shared, 2 * gamma);
    DMatrixRMaj covariance = new DMatrixRMaj(2 * d, 2 * d);
    CommonOps_DDRM.insert(common, covariance, 0, d);
    CommonOps_DDRM.insert(common, covariance, d, 0);
    CommonOps_DDRM.insert(
        FullNormals.combination(FullNormals.scaled(p, 2 * gamma), 1, common, 1), covariance, 0, 0);
    CommonOps_DDRM.insert(
        FullNormals.combination(FullNormals.scaled(q, 2 * gamma), 1, common, 1), covariance, d, d);
    return FullNormals.expectation(gamma, delta, covariance);
  }
}
