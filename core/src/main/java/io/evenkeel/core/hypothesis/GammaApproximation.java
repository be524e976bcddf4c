package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.RowSum;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The test with the biased estimate V of the SKCE whose null law is taken to be a gamma law with
 * the right two moments: mean tr H / n and variance 2 Σ<sub>i ≠ j</sub> h_ij² / (n (n − 1)) of nV.
 * Near its level at 0.05 from n = 16, but not in the far tail: at 1e-4 it rejects several times too
 * often. (Widmann et al. 2021, remark B.2.)
 *
 * @param statistic nV
 * @param mean the mean under calibration
 * @param variance the variance under calibration; 0 if its root is at most 1e-14 of the mean, from
 *     which the statistic could not be told in a double
 * @param pValue 1 if mean or variance is not positive
 */
public record GammaApproximation(double statistic, double mean, double variance, double pValue) {
  /** Of the squared mean: less is rounding. */
  private static final double ROUNDING = 1e-28;

  /** The test of a sample of n &ge; 2 observations. O(n²) time, O(n) memory. */
  public static GammaApproximation of(TensorKernel kernel, Observations sample) {
    int size = Checks.atLeast("number of observations", sample.size(), 2);
    ResidualRows h = ResidualRows.of(kernel, sample);
    double[] sums = RowSum.ofBands(size, 3, (from, to, into) -> addSums(h, from, to, into));
    return of(size, sums[0], 2 * sums[1], 2 * sums[2]);
  }

  /** Adds h_ii, and h_ij and h_ij² for j &lt; i. */
  private static void addSums(ResidualRows h, int from, int to, double[] into) {
    double[] row = new double[to];
    for (int i = from; i < to; i++) {
      h.fill(i, 0, i + 1, row);
      into[0] += row[i];
      for (int j = 0; j < i; j++) {
        into[1] += row[j];
        into[2] += row[j] * row[j];
      }
    }
  }

  private static GammaApproximation of(double n, double trace, double sum, double squares) {
    double statistic = (sum + trace) / n;
    double mean = trace / n;
    double spread = 2 * squares / (n * (n - 1));
    double variance = spread > ROUNDING * mean * mean ? spread : 0;
    double p = 1;
    if (mean > 0 && variance > 0) {
      p =
          statistic <= 0
              ? 1
              : GammaDistribution.of(mean * mean / variance, variance / mean)
                  .survivalProbability(statistic);
    }
    return new GammaApproximation(statistic, mean, variance, p);
  }

  /** The shape of the gamma law, NaN if there is none. */
  public double shape() {
    return mean > 0 && variance > 0 ? mean * mean / variance : Double.NaN;
  }

  /** The scale of the gamma law, NaN if there is none. */
  public double scale() {
    return mean > 0 && variance > 0 ? variance / mean : Double.NaN;
  }
}
