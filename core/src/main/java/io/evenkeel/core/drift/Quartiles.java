package io.evenkeel.core.drift;

import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.Optional;

/**
 * The quartiles of the values of a feature, as its cells show them: values are spread evenly over a
 * cell. One that lies beside the sample which the cells were made from is ±∞, since the cells there
 * are too wide to place it; without values they are NaN.
 *
 * @param lower the lower quartile
 * @param median the median
 * @param upper the upper quartile
 * @param logRangeVariance variance of the logarithm of the {@linkplain #range range} of as many
 *     independent values, by the normal law of sample quantiles; NaN if the range is not finite
 */
public record Quartiles(double lower, double median, double upper, double logRangeVariance) {

  /**
   * Of values with the given counts.
   *
   * @param counts of all cells of the feature, not negative
   */
  public static Quartiles of(NumericFeature feature, double... counts) {
    double cases = Arrays.stream(counts, 1, counts.length).sum();
    Quantile lower = quantile(cases / 4, feature, counts);
    Quantile median = quantile(cases / 2, feature, counts);
    Quantile upper = quantile(3 * cases / 4, feature, counts);
    double range = upper.value - lower.value;
    double s = cases * lower.perCase;
    double t = cases * upper.perCase;
    double variance = (3 * s * s + 3 * t * t - 2 * s * t) / (16 * cases * range * range);
    return new Quartiles(lower.value, median.value, upper.value, variance);
  }

  /** A quantile, and the width of its cell per case in it: the inverse of the density. */
  private record Quantile(double value, double perCase) {}

  private static Quantile quantile(double below, NumericFeature feature, double... counts) {
    double[] cuts = feature.cuts();
    double before = 0;
    for (int c = 1; c < counts.length; c++) {
      if (counts[c] > 0 && before + counts[c] >= below) {
        double end = c > cuts.length ? Double.POSITIVE_INFINITY : cuts[c - 1];
        double start = c == 1 ? Double.NEGATIVE_INFINITY : cuts[c - 2];
        if (end <= feature.seen().lower()) {
          return new Quantile(Double.NEGATIVE_INFINITY, Double.NaN);
        }
        if (start >= feature.seen().upper()) {
          return new Quantile(Double.POSITIVE_INFINITY, Double.NaN);
        }
        double perCase = (end - start) / counts[c];
        return new Quantile(start + (below - before) * perCase, perCase);
      }
      before += counts[c];
    }
    return new Quantile(Double.NaN, Double.NaN);
  }

  /** The interquartile range; NaN or infinite if a quartile is. */
  public double range() {
    return upper - lower;
  }

  /**
   * Where the ratio of the range of these to that of others lies; none unless both ranges are
   * finite and positive.
   *
   * @param z half its width in standard errors of the logarithm
   * @param designEffect by which values that depend on each other count less, at least 1
   */
  public Optional<Interval> rangeRatio(Quartiles reference, double z, double designEffect) {
    double logRatio = Math.log(range() / reference.range());
    double error = z * Math.sqrt(designEffect * (logRangeVariance + reference.logRangeVariance));
    return Double.isFinite(logRatio) && Double.isFinite(error)
        ? Optional.of(new Interval(Math.exp(logRatio - error), Math.exp(logRatio + error)))
        : Optional.empty();
  }
}
