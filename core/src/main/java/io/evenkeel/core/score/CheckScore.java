package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;

/**
 * The check (pinball) score of a quantile q at level τ for a number y: τ(y − q) if y ≥ q, else (1 −
 * τ)(q − y). In the unit of the target, 0 is best; its mean over all levels is half the {@link
 * Crps}.
 */
public final class CheckScore {

  private CheckScore() {}

  /** The score of one quantile. */
  public static double of(double level, double quantile, double y) {
    Checks.probability("level", level);
    return y >= quantile ? level * (y - quantile) : (1 - level) * (quantile - y);
  }

  /**
   * The mean over the observations and the levels.
   *
   * @param sample predictions of one real number
   * @param levels in (0, 1)
   */
  public static double mean(Observations sample, double... levels) {
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      sum += mean(sample.prediction(i), (RealVector) sample.target(i), levels);
    }
    return sum / sample.size();
  }

  /** The mean over the levels, of a prediction of one real number. */
  public static double mean(PredictiveDistribution p, RealVector y, double... levels) {
    Univariate univariate = Univariate.of(p);
    double sum = 0;
    for (double level : levels) {
      sum += of(level, univariate.quantile(level), y.get(0));
    }
    return sum / levels.length;
  }
}
