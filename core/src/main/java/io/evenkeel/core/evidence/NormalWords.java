package io.evenkeel.core.evidence;

import java.util.Locale;
import org.ejml.data.DMatrixRMaj;

/**
 * What is most wrong with predictions of several real numbers, in words: of shifts and spreads of
 * single coordinates, correlations of pairs, and one correlation of all, the one that alone would
 * save the most.
 */
final class NormalWords {
  private NormalWords() {}

  /**
   * The words.
   *
   * @param mean of the whitened residuals
   * @param covariance of the same
   */
  static String of(double[] mean, DMatrixRMaj covariance) {
    int d = mean.length;
    double largest = 0;
    double correlations = 0;
    String words = "";
    for (int i = 0; i < d; i++) {
      double sd = Math.sqrt(covariance.get(i, i));
      double shift = mean[i] * mean[i] / 2;
      if (shift > largest) {
        largest = shift;
        words =
            "coordinate %d is %s sd too %s"
                .formatted(i + 1, rounded(Math.abs(mean[i])), mean[i] > 0 ? "low" : "high");
      }
      double spread = (sd * sd - 1) / 2 - Math.log(sd);
      if (spread > largest) {
        largest = spread;
        words =
            "the spread of coordinate %d is %s times too %s"
                .formatted(i + 1, rounded(Math.max(sd, 1 / sd)), sd > 1 ? "small" : "large");
      }
      for (int j = 0; j < i; j++) {
        double r = covariance.get(i, j) / sd / Math.sqrt(covariance.get(j, j));
        correlations += r;
        double pair = -Math.log1p(-r * r) / 2;
        if (pair > largest) {
          largest = pair;
          words =
              "coordinates %d and %d are correlated by %s %s than predicted"
                  .formatted(j + 1, i + 1, rounded(Math.abs(r)), r > 0 ? "more" : "less");
        }
      }
    }
    double r = correlations / (d * (d - 1) / 2.0);
    double all = d > 2 ? -((d - 1) * Math.log1p(-r) + Math.log1p((d - 1) * r)) / 2 : 0;
    return all > largest
        ? "all coordinates are correlated by %s %s than predicted, on average"
            .formatted(rounded(Math.abs(r)), r > 0 ? "more" : "less")
        : words;
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
  }
}
