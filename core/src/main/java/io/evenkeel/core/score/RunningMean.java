package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mutable: the mean of numbers that come one by one, such as scores or differences of scores, with
 * its standard error. O(1) memory; by updating mean and squared deviations, without cancellation.
 *
 * <p>Numbers of one outcome may depend on each other. If each of its k numbers has the weight 1/k
 * or less, the squared deviation of each counts 1/weight times: the sum of k numbers varies at most
 * k times as much as they do together, however they depend on each other (Jensen's inequality). The
 * mean itself is that of all numbers.
 *
 * <p>Source: Welford 1962, doi:10.1080/00401706.1962.10490022.
 */
public final class RunningMean {
  private long n;
  private double mean;

  /** Σ 1/w, the mean weighted by that, and the squared deviations from it. */
  private double weights;

  private double weightedMean;
  private double squares;

  /**
   * Adds a number that depends on no other.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public void add(double x) {
    add(x, 1);
  }

  /**
   * Adds a number.
   *
   * @param weight in [0, 1]; those of the numbers of an outcome sum to at most 1. Of one with the
   *     weight 0 it is not known how many others depend on it, so there is no interval.
   * @throws IllegalArgumentException if the number is not finite
   */
  public void add(double x, double weight) {
    Checks.finite("a number of a mean", x);
    n++;
    mean += (x - mean) / n;
    double inverse = 1 / weight;
    weights += inverse;
    double before = x - weightedMean;
    weightedMean += before * inverse / weights;
    squares += inverse * before * (x - weightedMean);
  }

  /** The number of numbers. */
  public long n() {
    return n;
  }

  /** The mean, NaN without numbers. */
  public double mean() {
    return n == 0 ? Double.NaN : mean;
  }

  /**
   * s / √n with the empirical standard deviation s of independent numbers; of dependent ones at
   * least as much as the mean varies. NaN below two independent ones, or if a weight is 0.
   */
  public double standardError() {
    double independent = independent();
    if (!(independent >= 2)) {
      return Double.NaN;
    }
    double shift = weightedMean - mean;
    double sum = squares + weights * shift * shift;
    return Math.sqrt(sum / n * (independent / (independent - 1)) / n);
  }

  /** n² / Σ 1/w: so many independent numbers have a mean that varies as much. */
  private double independent() {
    return n / weights * n;
  }

  /**
   * The interval mean ± t s / √n with Student's t of n − 1 degrees of freedom, for independent
   * numbers: exact for normal ones, else asymptotic. Of dependent ones n is the number of those
   * independent ones whose mean varies as much. Everything below two of them, or if a weight is 0.
   *
   * @param confidence in (0, 1)
   */
  public Interval interval(double confidence) {
    double tail = (1 - Checks.within("confidence", confidence, 0, Math.nextDown(1.0))) / 2;
    double error = standardError();
    if (Double.isNaN(error)) {
      return Interval.EVERYTHING;
    }
    double quantile = TDistribution.of(independent() - 1).inverseSurvivalProbability(tail);
    return Interval.around(mean, quantile * error);
  }
}
