package io.evenkeel.core.hypothesis;

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

  /** The test from the matrix H of all h_ij of n &ge; 2 observations. O(n³). */
  public static SpectralTest of(double[][] h) {
    int n = h.length;
    DMatrixRMaj scaled = new DMatrixRMaj(n, n);
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += h[i][i] / n;
      for (int j = 0; j < n; j++) {
        scaled.set(i, j, h[i][j] / n);
      }
    }
    var eigen = DecompositionFactory_DDRM.eig(n, false, true);
    if (!eigen.decompose(scaled)) {
      throw new IllegalStateException("a matrix of residuals has no eigenvalues");
    }
    double[] ascending = new double[n];
    for (int i = 0; i < n; i++) {
      ascending[i] = eigen.getEigenvalue(i).getReal();
    }
    Arrays.sort(ascending);
    double[] descending = new double[n];
    for (int i = 0; i < n; i++) {
      descending[i] = ascending[n - 1 - i];
    }
    double statistic = new DegenerateUStatistic(h).value();
    boolean zero = Arrays.stream(descending).allMatch(value -> value == 0);
    double p = zero ? 1 : WeightedChiSquared.survival(descending, statistic + trace);
    return new SpectralTest(descending, statistic, p);
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
