package io.evenkeel.core.score;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;

/**
 * The weighted interval score of a prediction of one real number, in the unit of the target; 0 is
 * best: (|y − m| / 2 + Σ<sub>k</sub> α<sub>k</sub> S<sub>k</sub> / 2) / (K + 1/2) for the median m
 * and K central intervals [l, u] of level 1 − α<sub>k</sub>, with S<sub>k</sub> = u − l + 2 (l −
 * y)<sub>+</sub> / α<sub>k</sub> + 2 (y − u)<sub>+</sub> / α<sub>k</sub>. The intervals are the
 * eleven of the forecast hubs: 98 %, 95 % and 90 % to 10 % by tens.
 *
 * <p>Source: Bracher, Ray, Gneiting and Reich 2021, doi:10.1371/journal.pcbi.1008618.
 */
public final class WeightedIntervalScore {
  private static final double[] ALPHAS = {0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private WeightedIntervalScore() {}

  /** The score of p for y, both of one real number. 23 quantiles. */
  public static double of(PredictiveDistribution p, RealVector y) {
    Univariate univariate = Univariate.of(p);
    double target = y.get(0);
    double sum = Math.abs(target - univariate.quantile(0.5)) / 2;
    for (double alpha : ALPHAS) {
      double lower = univariate.quantile(alpha / 2);
      double upper = univariate.quantile(1 - alpha / 2);
      double outside = Math.max(0, lower - target) + Math.max(0, target - upper);
      sum += alpha / 2 * (upper - lower) + outside;
    }
    return sum / (ALPHAS.length + 0.5);
  }
}
