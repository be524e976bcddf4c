package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;

/**
 * How often targets fall into the central intervals predicted for them, from the quantile at (1 −
 * level) / 2 to that at (1 + level) / 2, the ends included: a share of {@code level} on average if
 * the model is calibrated and its distribution functions have no jumps at the ends, else more. Of
 * an ensemble of n members that could change places with the target it is j / (n + 1), if the
 * interval runs from one member to the j-th after it: for n = 8 and a level of one half 4/9.
 */
public final class IntervalCoverage {

  private IntervalCoverage() {}

  /** Whether y lies in the central interval of a prediction of one real number. */
  public static boolean covers(PredictiveDistribution p, RealVector y, double level) {
    Checks.within("level", level, 0, Math.nextDown(1.0));
    Univariate univariate = Univariate.of(p);
    return y.get(0) >= univariate.quantile((1 - level) / 2)
        && y.get(0) <= univariate.quantile((1 + level) / 2);
  }

  /**
   * The targets that fell inside, of n observations of one real number. O(n), with a bisection for
   * each mixture.
   *
   * @param level in (0, 1)
   */
  public static Proportion of(Observations sample, double level) {
    long inside = 0;
    for (int i = 0; i < sample.size(); i++) {
      inside += covers(sample.prediction(i), (RealVector) sample.target(i), level) ? 1 : 0;
    }
    return new Proportion(inside, sample.size());
  }
}
