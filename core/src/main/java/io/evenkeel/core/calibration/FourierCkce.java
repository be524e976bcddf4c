package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * The {@link Ckce} of predictions over m classes under the Kronecker kernel, with the Gaussian part
 * of {@link Ckce#predictionKernel} replaced by D random Fourier features: for samples too large for
 * a matrix of n &times; n.
 *
 * <p>A prediction p becomes the m + 2D numbers (p, cos w₁ᵀp / √D, sin w₁ᵀp / √D, cos w₂ᵀp / √D, …),
 * whose inner products estimate k_P without bias. With these as the rows of Φ and the rows e_y − p
 * of R the estimate is ‖(ΦᵀΦ + λnI)⁻¹ ΦᵀR‖², never negative. O(n (m + D)²) time and O((m + D)²)
 * memory.
 *
 * <p>Source: as for {@link Ckce}; Rahimi and Recht, <i>Random features for large-scale kernel
 * machines</i>, 2007.
 */
public final class FourierCkce {
  private final double[][] frequencies;

  private FourierCkce(double[][] frequencies) {
    this.frequencies = frequencies;
  }

  /**
   * The estimator with given frequencies.
   *
   * @param frequencies D &ge; 1 rows w of m numbers
   */
  public static FourierCkce of(double[][] frequencies) {
    Checks.atLeast("number of frequencies", frequencies.length, 1);
    double[][] copy = frequencies.clone();
    for (int i = 0; i < copy.length; i++) {
      Checks.sameLength("frequency " + i, copy[i].length, "frequency 0", copy[0].length);
      copy[i] = copy[i].clone();
    }
    return new FourierCkce(copy);
  }

  /**
   * The estimator with frequencies drawn from N(0, I / γ²).
   *
   * @param gamma γ &gt; 0, the bandwidth of the kernel
   * @param classes m
   * @param count D &ge; 1
   * @param seed of the draw: the same seed gives the same frequencies
   */
  public static FourierCkce random(double gamma, int classes, int count, long seed) {
    Checks.positive("gamma", gamma);
    var gaussian =
        ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_RO_SHI_RO_128_PP.create(seed));
    double[][] frequencies = new double[Checks.atLeast("number of frequencies", count, 1)][classes];
    for (double[] frequency : frequencies) {
      for (int k = 0; k < classes; k++) {
        frequency[k] = gaussian.sample() / gamma;
      }
    }
    return new FourierCkce(frequencies);
  }

  /** The m + 2D features of a prediction. */
  public double[] features(Categorical p) {
    int m = p.classes();
    Checks.sameLength("probabilities", m, "a frequency", frequencies[0].length);
    double[] features = new double[m + 2 * frequencies.length];
    for (int k = 0; k < m; k++) {
      features[k] = p.probability(k);
    }
    double scale = 1 / Math.sqrt(frequencies.length);
    for (int d = 0; d < frequencies.length; d++) {
      double phase = 0;
      for (int k = 0; k < m; k++) {
        phase += frequencies[d][k] * p.probability(k);
      }
      features[m + 2 * d] = scale * Math.cos(phase);
      features[m + 2 * d + 1] = scale * Math.sin(phase);
    }
    return features;
  }

  /**
   * The estimate from n &ge; 1 observations of classes.
   *
   * @param lambda λ &gt; 0, such as {@link Ckce#defaultLambda}
   */
  public double estimate(Observations sample, double lambda) {
    int n = Checks.atLeast("n", sample.size(), 1);
    Checks.positive("lambda", lambda);
    int m = frequencies[0].length;
    int size = m + 2 * frequencies.length;
    DMatrixRMaj covariance = CommonOps_DDRM.identity(size);
    CommonOps_DDRM.scale(lambda * n, covariance);
    DMatrixRMaj cross = new DMatrixRMaj(size, m);
    for (int i = 0; i < n; i++) {
      Categorical p = (Categorical) sample.prediction(i);
      int y = ((ClassLabel) sample.target(i)).index();
      DMatrixRMaj phi = new DMatrixRMaj(features(p));
      CommonOps_DDRM.multAddTransB(phi, phi, covariance);
      CommonOps_DDRM.multAddTransB(phi, residual(p, y), cross);
    }
    var solver = LinearSolverFactory_DDRM.symmPosDef(size);
    if (!solver.setA(covariance)) {
      throw new ArithmeticException("singular for lambda " + lambda + ": a larger one is needed");
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, m);
    solver.solve(cross, solution);
    return Math.pow(NormOps_DDRM.normF(solution), 2);
  }

  private static DMatrixRMaj residual(Categorical p, int y) {
    DMatrixRMaj residual = new DMatrixRMaj(p.classes(), 1);
    for (int k = 0; k < p.classes(); k++) {
      residual.set(k, (k == y ? 1 : 0) - p.probability(k));
    }
    return residual;
  }
}
