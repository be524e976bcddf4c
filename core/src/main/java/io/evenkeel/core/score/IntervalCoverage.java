package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;

/**
 * How often targets fall into the central intervals predicted for them, from the quantile at (1 −
 * level) / 2 to that at (1 + level) / 2, the ends included: a share of {@code level} on average if
 * the model is calibrated and its distribution functions have no jumps at the ends, else more.
 */
public final class IntervalCoverage {

  private IntervalCoverage() {}

  /**
   * The targets that fell inside, of n observations of one real number. O(n), with a bisection for
   * each mixture.
   *
   * @param level in (0, 1)
   */
  public static Proportion of(Observations sample, double level) {
    Checks.within("level", level, 0, Math.nextDown(1.0));
    long inside = 0;
    for (int i = 0; i < sample.size(); i++) {
      Univariate p = Univariate.of(sample.prediction(i));
      double y = ((RealVector) sample.target(i)).get(0);
      if (y >= p.quantile((1 - level) / 2) && y <= p.quantile((1 + level) / 2)) {
        inside++;
      }
    }
    return new Proportion(inside, sample.size());
  }
}
