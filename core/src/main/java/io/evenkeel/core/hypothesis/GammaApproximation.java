package io.evenkeel.core.hypothesis;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The test with the biased estimate V of the SKCE whose null law is taken to be a gamma law with
 * the right two moments: mean tr H / n and variance 2 Σ<sub>i ≠ j</sub> h_ij² / (n (n − 1)) of nV.
 * Near its level at 0.05 from n = 16, but not in the far tail: at 1e-4 it rejects several times too
 * often. (Widmann et al. 2021, remark B.2.)
 *
 * @param statistic nV
 * @param mean the mean under calibration
 * @param variance the variance under calibration
 * @param pValue 1 if mean or variance is not positive
 */
public record GammaApproximation(double statistic, double mean, double variance, double pValue) {

  /** The test from the matrix H of all h_ij of n &ge; 2 observations. O(n²). */
  public static GammaApproximation of(double[][] h) {
    double n = h.length;
    double sum = 0;
    double trace = 0;
    double squares = 0;
    for (int i = 0; i < h.length; i++) {
      trace += h[i][i];
      for (int j = 0; j < i; j++) {
        sum += 2 * h[i][j];
        squares += 2 * h[i][j] * h[i][j];
      }
    }
    double statistic = (sum + trace) / n;
    double mean = trace / n;
    double variance = 2 * squares / (n * (n - 1));
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
