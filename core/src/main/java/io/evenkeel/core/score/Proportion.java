package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How many of n independent trials succeeded.
 *
 * @param successes k, from 0 to n
 * @param trials n &ge; 0
 */
public record Proportion(long successes, long trials) {

  /** Checks the counts. */
  public Proportion {
    if (successes < 0 || successes > trials) {
      throw new IllegalArgumentException(
          "successes must lie between 0 and the trials, got " + successes + " of " + trials);
    }
  }

  /** k / n, NaN without trials. */
  public double share() {
    return (double) successes / trials;
  }

  /**
   * The interval of Clopper and Pearson for the probability of success: the probabilities that
   * neither one-sided binomial test rejects at (1 − confidence) / 2. It holds the truth at least as
   * often as it says, for every n; [0, 1] without trials.
   *
   * <p>Source: Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
   *
   * @param confidence in (0, 1)
   */
  public Interval interval(double confidence) {
    double tail = (1 - Checks.within("confidence", confidence, 0, Math.nextDown(1.0))) / 2;
    double k = successes;
    double rest = trials - k;
    return new Interval(
        k == 0 ? 0 : BetaDistribution.of(k, rest + 1).inverseCumulativeProbability(tail),
        rest == 0 ? 1 : BetaDistribution.of(k + 1, rest).inverseSurvivalProbability(tail));
  }
}
