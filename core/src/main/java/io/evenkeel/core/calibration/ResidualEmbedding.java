package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.PivotedCholesky;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.prediction.Observations;
import org.ejml.data.DMatrixRMaj;

/**
 * The residuals of a target kernel as vectors: rows r_i with ⟨r_i, r_j⟩ = k_Y(y_i, y_j) − E
 * k_Y(Z_i, y_j) − E k_Y(y_i, Z_j) + E k_Y(Z_i, Z_j).
 */
final class ResidualEmbedding {

  private ResidualEmbedding() {}

  /**
   * The n rows. Under the Kronecker kernel they are e_y − p, of m numbers; else they have as many
   * as the products have numerical rank, which is small for smooth kernels.
   */
  static DMatrixRMaj of(TargetKernel kernel, Observations sample) {
    if (kernel instanceof KroneckerKernel) {
      return ofClasses(ClassSample.of(sample));
    }
    return PivotedCholesky.factor(
        sample.size(),
        (i, j) ->
            kernel.residual(
                sample.prediction(i), sample.target(i), sample.prediction(j), sample.target(j)));
  }

  private static DMatrixRMaj ofClasses(ClassSample sample) {
    DMatrixRMaj residuals = new DMatrixRMaj(sample.size(), sample.classes());
    for (int i = 0; i < residuals.numRows; i++) {
      for (int k = 0; k < residuals.numCols; k++) {
        residuals.set(i, k, (k == sample.label(i) ? 1 : 0) - sample.prediction(i).probability(k));
      }
    }
    return residuals;
  }
}
