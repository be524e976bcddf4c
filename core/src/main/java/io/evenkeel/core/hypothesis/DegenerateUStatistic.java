package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;

/**
 * The unbiased estimate U of the SKCE as a statistic nU, from the matrix H of all h_ij of n &ge; 2
 * observations, with ways to resample it under calibration. Under calibration U is degenerate: the
 * law of nU has a limit, that of Σ λ_i (Z_i² − 1) with the eigenvalues λ of the kernel h.
 *
 * <p>The matrix is symmetric. Cost: O(n²) per replicate.
 */
public final class DegenerateUStatistic {
  private final double[][] h;

  /** The statistic of the given residuals, which are copied. */
  public DegenerateUStatistic(double[][] h) {
    Checks.atLeast("number of observations", h.length, 2);
    this.h = new double[h.length][];
    for (int i = 0; i < h.length; i++) {
      Checks.sameLength("rows", h.length, "columns", h[i].length);
      this.h[i] = h[i].clone();
    }
  }

  /** nU = Σ<sub>i ≠ j</sub> h_ij / (n − 1). */
  public double value() {
    double sum = 0;
    for (int i = 0; i < h.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * h[i][j];
      }
    }
    return sum / (h.length - 1);
  }

  /**
   * The bootstrap of a degenerate statistic: each replicate takes the double sum over a resample of
   * the indices, of H with row and column means removed; an index drawn twice contributes its
   * diagonal entry. Conservative where the diagonal dominates. (Arcones and Giné 1992,
   * doi:10.1214/aos/1176348650; Widmann et al. 2021, remark B.2.)
   *
   * @param resamples for each replicate, n indices in [0, n)
   */
  public Replicates bootstrap(int[][] resamples) {
    double[][] centred = centred();
    double[] values = new double[resamples.length];
    for (int r = 0; r < values.length; r++) {
      int[] indices = resamples[r];
      Checks.sameLength("resample", indices.length, "sample", h.length);
      double sum = 0;
      for (int a = 0; a < indices.length; a++) {
        for (int b = 0; b < a; b++) {
          sum += 2 * centred[indices[a]][indices[b]];
        }
      }
      values[r] = sum / (h.length - 1);
    }
    return new Replicates(value(), values);
  }

  /**
   * The wild bootstrap: each replicate is Σ<sub>i ≠ j</sub> ε_i ε_j h_ij / (n − 1). With random
   * signs near its level from n = 16; it cannot reject below n of about 6.
   *
   * @param multipliers for each replicate, n numbers ε
   */
  public Replicates wildBootstrap(double[][] multipliers) {
    double[] values = new double[multipliers.length];
    for (int r = 0; r < values.length; r++) {
      double[] e = multipliers[r];
      Checks.sameLength("multipliers", e.length, "sample", h.length);
      double sum = 0;
      for (int i = 0; i < e.length; i++) {
        for (int j = 0; j < i; j++) {
          sum += 2 * e[i] * e[j] * h[i][j];
        }
      }
      values[r] = sum / (h.length - 1);
    }
    return new Replicates(value(), values);
  }

  private double[][] centred() {
    int n = h.length;
    double[] means = new double[n];
    double grand = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        means[i] += h[i][j] / n;
      }
      grand += means[i] / n;
    }
    double[][] centred = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centred[i][j] = h[i][j] - means[i] - means[j] + grand;
      }
    }
    return centred;
  }
}
