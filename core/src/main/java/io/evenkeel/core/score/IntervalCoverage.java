package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.List;

/**
 * How often targets fall into the central intervals predicted for them, from the quantile at (1 −
 * level) / 2 to that at (1 + level) / 2, the ends included: a share of {@code level} on average if
 * the model is calibrated and its distribution functions have no jumps at the ends, else more. Of
 * an ensemble of n members that could change places with the target it is j / (n + 1), if the
 * interval runs from one member to the j-th after it: for n = 8 and a level of one half 4/9.
 *
 * <p>Of a forecast by {@link Quantiles} that holds for the intervals that it {@linkplain #isStated
 * states}. The ends of others are interpolated: what they hold of a calibrated forecast depends on
 * what it does not say.
 */
public final class IntervalCoverage {
  /** Levels are numbers such as 0.975, in single precision at worst. */
  private static final double ROUNDING = 1e-6;

  private IntervalCoverage() {}

  /**
   * Whether a prediction says where its central interval ends: of quantile forecasts, whether both
   * (1 − level) / 2 and (1 + level) / 2 are among their levels, to 1e-6; others say it for every
   * level. O(K) for K quantiles.
   *
   * @param level in (0, 1)
   */
  public static boolean isStated(PredictiveDistribution p, double level) {
    return !(p instanceof Quantiles quantiles)
        || (find(quantiles, (1 - level) / 2) >= 0 && find(quantiles, (1 + level) / 2) >= 0);
  }

  /** The levels in (0, 1) of the central intervals that a quantile forecast states, descending. */
  public static List<Double> stated(Quantiles p) {
    List<Double> stated = new ArrayList<>();
    for (int k = 0; k < p.size() && p.level(k) < 0.5 - ROUNDING; k++) {
      double level = 1 - 2 * p.level(k);
      if (level < 1 && isStated(p, level)) {
        stated.add(level);
      }
    }
    return stated;
  }

  /**
   * Whether a central interval that is stated may hold more than its level of calibrated targets:
   * of a quantile forecast with an end where targets have a probability of their own. O(K).
   */
  public static boolean mayHoldMore(PredictiveDistribution p, double level) {
    if (!(p instanceof Quantiles quantiles)) {
      return false;
    }
    return quantiles.isCoarse()
        || find(quantiles, (1 - level) / 2) < quantiles.massBelow()
        || find(quantiles, (1 + level) / 2) >= quantiles.size() - quantiles.massAbove();
  }

  /** The quantile at a level; −1 if there is none. */
  private static int find(Quantiles p, double level) {
    for (int k = 0; k < p.size(); k++) {
      if (Math.abs(p.level(k) - level) <= ROUNDING) {
        return k;
      }
    }
    return -1;
  }

  /** Whether y lies in the central interval of a prediction of one real number. */
  public static boolean covers(PredictiveDistribution p, RealVector y, double level) {
    Checks.within("level", level, 0, Math.nextDown(1.0));
    return y.get(0) >= quantile(p, (1 - level) / 2) && y.get(0) <= quantile(p, (1 + level) / 2);
  }

  /** That of a level which is stated is as stated, whatever the level's last digit. */
  private static double quantile(PredictiveDistribution p, double level) {
    int stated = p instanceof Quantiles quantiles ? find(quantiles, level) : -1;
    return stated >= 0 ? ((Quantiles) p).value(stated) : Univariate.of(p).quantile(level);
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
