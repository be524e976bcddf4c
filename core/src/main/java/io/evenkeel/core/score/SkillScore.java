package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much better than a baseline predictions score: 1 − S̄/S̄₀ of the mean score S̄ and that of
 * the baseline S̄₀, for scores of which 0 is best. 1 is perfect, 0 as good as the baseline, and
 * below 0 worse.
 *
 * <p>Source: Murphy 1988, doi:10.1175/1520-0493(1988)116&lt;2417:SSBOTM&gt;2.0.CO;2.
 *
 * @param value the skill, at most 1; −∞ if a score is infinite or the baseline alone is perfect,
 *     NaN if both are
 * @param standardError of the value, NaN if it is not known
 * @param n the number of scores
 */
public record SkillScore(double value, double standardError, long n) {

  /**
   * The skill of predictions. The standard error is that of a ratio of means, for pairs that are
   * independent: s/(√n S̄₀) with the standard deviation s of Sᵢ − (S̄/S̄₀) S₀ᵢ (Cochran 1977,
   * <i>Sampling techniques</i>, Equation 6.13). O(n).
   *
   * @param scores n &ge; 1 scores of the predictions, not negative; they may be infinite
   * @param baseline the score of the baseline for each, not negative and finite
   */
  public static SkillScore of(double[] scores, double[] baseline) {
    Checks.sameLength("scores", scores.length, "baseline", baseline.length);
    Checks.atLeast("scores", scores.length, 1);
    for (int i = 0; i < scores.length; i++) {
      if (!(scores[i] >= 0)) {
        throw new IllegalArgumentException("a score must not be negative, got " + scores[i]);
      }
      Checks.finiteNotNegative("a score of the baseline", baseline[i]);
    }
    double ratio = mean(scores) / mean(baseline);
    if (!Double.isFinite(ratio)) {
      double value = mean(scores) > 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
      return new SkillScore(value, Double.NaN, scores.length);
    }
    RunningMean excess = new RunningMean();
    for (int i = 0; i < scores.length; i++) {
      excess.add(scores[i] - ratio * baseline[i]);
    }
    return new SkillScore(1 - ratio, excess.standardError() / mean(baseline), scores.length);
  }

  private static double mean(double[] scores) {
    double sum = 0;
    for (double score : scores) {
      sum += score / scores.length;
    }
    return sum;
  }

  /**
   * The interval value ± t SE with Student's t of n − 1 degrees of freedom, for many independent
   * pairs; everything where no standard error is known.
   *
   * @param confidence in (0, 1)
   */
  public Interval interval(double confidence) {
    double tail = (1 - Checks.within("confidence", confidence, 0, Math.nextDown(1.0))) / 2;
    return n < 2
        ? Interval.EVERYTHING
        : Interval.around(
            value, TDistribution.of(n - 1.0).inverseSurvivalProbability(tail) * standardError);
  }
}
