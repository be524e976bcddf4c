package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import java.util.function.DoubleFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Squared calibration errors by kernel ridge regression with the kernel exp(−γ‖x − x′‖²): of the
 * residuals, or of the products of pairs of residuals. O(n³) time and O(n²) memory to learn from n
 * observations, most of it for one spectrum that all ridges share.
 *
 * <p>Source: Gruber and Bach, Equations 29 and 32, with ridges λn and λn² as printed there. The
 * authors' code has n^0.75 and n^1.5 in their place: its λ is ours times n^¼ for residuals, and
 * times n^½ for products.
 *
 * @param gamma γ &gt; 0
 */
public record KernelRidge(double gamma) {

  /** Checks γ. */
  public KernelRidge {
    Checks.positive("gamma", gamma);
  }

  /**
   * UKKR: h(x, x′) = ⟨ρ(x), ρ(x′)⟩ with ρ(x) = Rᵀ (K + λnI)⁻¹ k(x). Positive semi-definite. The
   * parameter is λ &gt; 0.
   */
  public DoubleFunction<CalibrationFunction> ofResiduals(ResidualSample sample) {
    Spectrum spectrum = spectrum(sample);
    return lambda -> {
      double ridge = Checks.positive("lambda", lambda) * sample.size();
      DMatrixRMaj weighted = spectrum.residuals.copy();
      for (int i = 0; i < weighted.numRows; i++) {
        for (int k = 0; k < weighted.numCols; k++) {
          weighted.set(i, k, weighted.get(i, k) / (spectrum.values.get(i) + ridge));
        }
      }
      DMatrixRMaj coefficients = product(spectrum.vectors, weighted);
      return new MeanResiduals(at -> rows(product(gram(at, sample), coefficients)));
    };
  }

  /**
   * KKR: with K = V diag(w) Vᵀ, h(x, x′) = k(x)ᵀ V ([1 / (w_i w_j + λn²)] ∘ VᵀRRᵀV) Vᵀ k(x′). Not
   * positive semi-definite, so the diagonal may be negative. The parameter is λ &gt; 0.
   */
  public DoubleFunction<CalibrationFunction> ofProducts(ResidualSample sample) {
    Spectrum spectrum = spectrum(sample);
    DMatrixRMaj products = CommonOps_DDRM.multTransB(spectrum.residuals, spectrum.residuals, null);
    return lambda -> {
      double ridge = Checks.positive("lambda", lambda) * sample.size() * sample.size();
      DMatrixRMaj weights = products.copy();
      for (int i = 0; i < weights.numRows; i++) {
        for (int j = 0; j < weights.numCols; j++) {
          double product = spectrum.values.get(i) * spectrum.values.get(j);
          weights.set(i, j, weights.get(i, j) / (product + ridge));
        }
      }
      return at -> {
        DMatrixRMaj projected = product(gram(at, sample), spectrum.vectors);
        return rows(CommonOps_DDRM.multTransB(product(projected, weights), projected, null));
      };
    };
  }

  /** w, V and VᵀR. */
  private record Spectrum(DMatrixRMaj values, DMatrixRMaj vectors, DMatrixRMaj residuals) {}

  private Spectrum spectrum(ResidualSample sample) {
    int n = Checks.atLeast("n", sample.size(), 1);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
    if (!eigen.decompose(gram(sample, sample))) {
      throw new ArithmeticException("no eigenvalues of the Gram matrix of " + n + " points");
    }
    DMatrixRMaj values = new DMatrixRMaj(n, 1);
    DMatrixRMaj vectors = new DMatrixRMaj(n, n);
    for (int j = 0; j < n; j++) {
      // The kernel is positive definite: what is negative is rounding.
      values.set(j, 0, Math.max(0, eigen.getEigenvalue(j).getReal()));
      CommonOps_DDRM.insert(eigen.getEigenVector(j), vectors, 0, j);
    }
    return new Spectrum(
        values, vectors, CommonOps_DDRM.multTransA(vectors, residuals(sample), null));
  }

  private DMatrixRMaj gram(ResidualSample rows, ResidualSample columns) {
    DMatrixRMaj gram = new DMatrixRMaj(rows.size(), columns.size());
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        double squared = 0;
        for (int k = 0; k < rows.dimension(); k++) {
          double difference = rows.point(i, k) - columns.point(j, k);
          squared += difference * difference;
        }
        gram.set(i, j, Math.exp(-gamma * squared));
      }
    }
    return gram;
  }

  private static DMatrixRMaj residuals(ResidualSample sample) {
    DMatrixRMaj residuals = new DMatrixRMaj(sample.size(), sample.dimension());
    for (int i = 0; i < residuals.numRows; i++) {
      for (int k = 0; k < residuals.numCols; k++) {
        residuals.set(i, k, sample.residual(i, k));
      }
    }
    return residuals;
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    return CommonOps_DDRM.mult(a, b, null);
  }

  private static double[][] rows(DMatrixRMaj matrix) {
    double[][] rows = new double[matrix.numRows][matrix.numCols];
    for (int i = 0; i < matrix.numRows; i++) {
      for (int j = 0; j < matrix.numCols; j++) {
        rows[i][j] = matrix.get(i, j);
      }
    }
    return rows;
  }
}
