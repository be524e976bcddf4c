package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.LinearKernel;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.SumKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * The conditional kernel calibration error CKCE, a squared norm of the difference of two
 * conditional mean operators: that of the target and that of a draw from the prediction, given the
 * prediction. Unlike the {@link Skce} it does not depend on how often which prediction is made.
 *
 * <p>With the Gram matrix K of k_P, the residuals L_ij of k_Y and A = K + λnI it is estimated by
 * tr(A⁻¹ L A⁻¹ K), never negative if both kernels are positive definite. The ridge λ shrinks it:
 * the estimate is comparable between samples only at the same λ, and at usual n far below its
 * limit. O(n³) time and O(n²) memory; see {@link FourierCkce} for more.
 *
 * <p>Source: Moskvichev and Sejdinovic, <i>All models are miscalibrated, but some less so:
 * comparing calibration with conditional mean operators</i>, preprint.
 *
 * @param kernel k_P ⊗ k_Y
 */
public record Ckce(TensorKernel kernel) {

  /**
   * The kernel k(p, q) = Σ p_k q_k + exp(−‖p − q‖² / (2γ²)) on predictions of classes.
   *
   * @param gamma γ &gt; 0
   */
  public static PredictionKernel predictionKernel(double gamma) {
    Checks.positive("gamma", gamma);
    return new SumKernel(
        new LinearKernel(), new ExponentialKernel(Distance.EUCLIDEAN, 1 / (2 * gamma * gamma), 2));
  }

  /** The ridge n^(−¼) for n &ge; 1 observations. */
  public static double defaultLambda(int n) {
    return 1 / Math.sqrt(Math.sqrt(Checks.atLeast("n", n, 1)));
  }

  /** The estimate with the default ridge. */
  public double estimate(Observations sample) {
    return estimate(sample, defaultLambda(sample.size()));
  }

  /**
   * The estimate from n &ge; 1 observations.
   *
   * @param lambda λ &gt; 0
   */
  public double estimate(Observations sample, double lambda) {
    int n = Checks.atLeast("n", sample.size(), 1);
    Checks.positive("lambda", lambda);
    DMatrixRMaj gram = new DMatrixRMaj(n, n);
    DMatrixRMaj residuals = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        fill(gram, i, j, kernel.predictions().apply(sample.prediction(i), sample.prediction(j)));
        fill(
            residuals,
            i,
            j,
            kernel
                .targets()
                .residual(
                    sample.prediction(i),
                    sample.target(i),
                    sample.prediction(j),
                    sample.target(j)));
      }
    }
    return trace(gram, residuals, lambda * n);
  }

  private static void fill(DMatrixRMaj matrix, int i, int j, double value) {
    matrix.set(i, j, value);
    matrix.set(j, i, value);
  }

  /** tr(A⁻¹ K A⁻¹ L) for A = K + ridge I. */
  private static double trace(DMatrixRMaj gram, DMatrixRMaj residuals, double ridge) {
    int n = gram.numRows;
    DMatrixRMaj regularised = gram.copy();
    for (int i = 0; i < n; i++) {
      regularised.add(i, i, ridge);
    }
    var solver = LinearSolverFactory_DDRM.lu(n);
    if (!solver.setA(regularised)) {
      throw new ArithmeticException("K + " + ridge + " I is singular: a larger lambda is needed");
    }
    DMatrixRMaj left = new DMatrixRMaj(n, n);
    solver.solve(gram, left);
    DMatrixRMaj right = new DMatrixRMaj(n, n);
    solver.solve(residuals, right);
    CommonOps_DDRM.transpose(right);
    return CommonOps_DDRM.elementSum(CommonOps_DDRM.elementMult(left, right, null));
  }
}
