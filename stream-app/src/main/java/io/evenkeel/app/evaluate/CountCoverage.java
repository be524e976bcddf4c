package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.Interval;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Mutable: the share of counts in their central intervals if they are calibrated. The intervals end
 * at whole numbers, so each holds at least its level, and how much more depends on the prediction.
 */
final class CountCoverage {
  private long n;
  private double mean;
  private double variance;

  /**
   * Adds a prediction.
   *
   * @param weight of its row in evidence
   */
  void add(Counts p, double level, double weight) {
    Univariate univariate = Univariate.of(p);
    double low = univariate.quantile((1 - level) / 2);
    double high = univariate.quantile((1 + level) / 2);
    double held = univariate.cdf(high) - univariate.cdfBelow(low);
    n++;
    mean += held;
    variance += held < 1 ? held * (1 - held) / weight : 0;
  }

  /** Where the share lies, by the normal law of a sum of independent outcomes. */
  Interval range() {
    double z = NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + Plan.CONFIDENCE) / 2);
    double half = z * Math.sqrt(Math.max(0, variance)) / n;
    return new Interval(Math.max(0, mean / n - half), Math.min(1, mean / n + half));
  }
}
