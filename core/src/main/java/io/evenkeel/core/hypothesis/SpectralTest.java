package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * The test with nU whose null law is that of Σ λ_i (Z_i² − 1), the eigenvalues λ being those of H /
 * n. Conservative for small n. (Gretton et al. 2009; Widmann et al. 2021, remark B.2.)
 */
public final class SpectralTest {
  private final double[] eigenvalues;
  private final double statistic;
  private final double pValue;

  private SpectralTest(double[] eigenvalues, double statistic, double pValue) {
    this.eigenvalues = eigenvalues;
    this.statistic = statistic;
    this.pValue = pValue;
  }

  /** The test of a sample of n &ge; 2 observations. O(n³) time, O(n²) memory. */
  public static SpectralTest of(TensorKernel kernel, Observations sample) {
    int n = Checks.atLeast("number of observations", sample.size(), 2);
    ResidualRows h = ResidualRows.of(kernel, sample);
    DMatrixRMaj scaled = new DMatrixRMaj(n, n);
    double[] row = new double[n];
    double sum = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      h.fill(i, 0, i + 1, row);
      trace += row[i] / n;
      for (int j = 0; j <= i; j++) {
        scaled.set(i, j, row[j] / n);
        scaled.set(j, i, row[j] / n);
        sum += j < i ? 2 * row[j] : 0;
      }
    }
    double[] descending = eigenvalues(scaled, Math.abs(trace));
    double statistic = sum / (n - 1);
    boolean zero = Arrays.stream(descending).allMatch(value -> value == 0);
    double p = zero ? 1 : WeightedChiSquared.survival(descending, statistic + trace);
    return new SpectralTest(descending, statistic, p);
  }

  /**
   * The eigenvalues, by way of those of the matrix plus a shift of their size: the iteration stops
   * when what is left is small beside neighbouring eigenvalues, which never happens where most are
   * 0, as for equal predictions.
   */
  private static double[] eigenvalues(DMatrixRMaj symmetric, double shift) {
    int n = symmetric.getNumRows();
    for (int i = 0; i < n; i++) {
      symmetric.add(i, i, shift);
    }
    var eigen = DecompositionFactory_DDRM.eig(n, false, true);
    if (!eigen.decompose(symmetric)) {
      throw new IllegalStateException("a matrix of residuals has no eigenvalues");
    }
    double[] ascending = new double[n];
    for (int i = 0; i < n; i++) {
      ascending[i] = eigen.getEigenvalue(i).getReal() - shift;
    }
    Arrays.sort(ascending);
    double[] descending = new double[n];
    for (int i = 0; i < n; i++) {
      descending[i] = ascending[n - 1 - i];
    }
    return descending;
  }

  /** The eigenvalues of H / n, the largest first. */
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  /** nU. */
  public double statistic() {
    return statistic;
  }

  /** P(Σ λ_i Z_i² &gt; nU + tr H / n), 1 if H is zero. */
  public double pValue() {
    return pValue;
  }
}
