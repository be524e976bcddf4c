package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.score.NormalScore;

/**
 * The interval that a normal score is, with what the ratios of all recalibrations need of it.
 *
 * @param lower its lower end, which may be −∞
 * @param upper its upper end, above the lower one; it may be +∞
 * @param below the probability below it
 * @param above the probability above it
 * @param logWidth the logarithm of its probability
 */
record ScoreInterval(double lower, double upper, double below, double above, double logWidth) {

  static ScoreInterval of(double lower, double upper) {
    return new ScoreInterval(
        lower,
        upper,
        StandardNormal.cdf(lower),
        StandardNormal.cdf(-upper),
        StandardNormal.logProbability(lower, upper));
  }

  /** The interval that a score is which is no number. */
  static ScoreInterval of(NormalScore score) {
    return of(score.lower(), score.upper());
  }

  /** Its probability. */
  double width() {
    return Math.exp(logWidth);
  }
}
