package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mutable: the mean of numbers that come one by one, such as scores or differences of scores, with
 * its standard error. O(1) memory; by updating mean and squared deviations, without cancellation.
 *
 * <p>Source: Welford 1962, doi:10.1080/00401706.1962.10490022.
 */
public final class RunningMean {
  private long n;
  private double mean;
  private double squares;

  /**
   * Adds a number.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public void add(double x) {
    Checks.finite("a number of a mean", x);
    n++;
    double before = x - mean;
    mean += before / n;
    squares += before * (x - mean);
  }

  /** The number of numbers. */
  public long n() {
    return n;
  }

  /** The mean, NaN without numbers. */
  public double mean() {
    return n == 0 ? Double.NaN : mean;
  }

  /** s / √n with the empirical standard deviation s, NaN below two numbers. */
  public double standardError() {
    return n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n);
  }

  /**
   * The interval mean ± t s / √n with Student's t of n − 1 degrees of freedom, for independent
   * numbers: exact for normal ones, else asymptotic. Everything below two numbers.
   *
   * @param confidence in (0, 1)
   */
  public Interval interval(double confidence) {
    double tail = (1 - Checks.within("confidence", confidence, 0, Math.nextDown(1.0))) / 2;
    if (n < 2) {
      return Interval.EVERYTHING;
    }
    double quantile = TDistribution.of(n - 1.0).inverseSurvivalProbability(tail);
    return Interval.around(mean, quantile * standardError());
  }
}
