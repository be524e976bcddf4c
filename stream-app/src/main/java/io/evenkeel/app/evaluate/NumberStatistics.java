package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.score.WeightedIntervalScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Mutable: what only predictions of one real number have, in one pass over their rows. */
final class NumberStatistics {
  static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private final RunningMean crps = new RunningMean();
  private final RunningMean checkScore = new RunningMean();
  private final RunningMean fairCrps = new RunningMean();
  private final RunningMean intervalScore = new RunningMean();
  private final RunningMean bias = new RunningMean();
  private final RunningMean width = new RunningMean();
  private final CentralIntervals intervals = new CentralIntervals();
  private boolean haveMeans = true;
  private long tied;

  /**
   * Adds a row.
   *
   * @param weight of the row in evidence
   */
  void add(PredictiveDistribution p, RealVector y, double weight) {
    crps.add(Crps.of(p, y), weight);
    checkScore.add(CheckScore.mean(p, y, LEVELS), weight);
    intervals.add(p, y, weight);
    intervalScore.add(WeightedIntervalScore.of(p, y), weight);
    Univariate univariate = Univariate.of(p);
    bias.add(centre(p) - y.get(0), weight);
    width.add(univariate.quantile(0.95) - univariate.quantile(0.05), weight);
    haveMeans &= p instanceof Counts || p instanceof Ensemble;
    tied += p instanceof Quantiles quantiles && isOne(quantiles, y.get(0)) ? 1 : 0;
    if (p instanceof Ensemble ensemble && ensemble.size() > 1) {
      fairCrps.add(Crps.fair(ensemble, y), weight);
    }
  }

  /** Those at an end of what is possible are left out of the evidence, so ties there are none. */
  private static boolean isOne(Quantiles quantiles, double y) {
    if (quantiles.massBelow() > 0 && y == quantiles.value(0)) {
      return false;
    }
    for (int k = quantiles.massBelow(); k < quantiles.size() - quantiles.massAbove(); k++) {
      if (quantiles.value(k) == y) {
        return true;
      }
    }
    return false;
  }

  /** How many targets equal a predicted quantile that is not at an end. */
  long tied() {
    return tied;
  }

  /**
   * Of counts and ensembles the mean: the median of rare counts is 0 whatever comes, and that of
   * skewed members is off the mean of the targets even if they are right. Else the median.
   */
  private static double centre(PredictiveDistribution p) {
    if (p instanceof Counts counts) {
      return counts.mean();
    }
    return p instanceof Ensemble ensemble
        ? Arrays.stream(ensemble.sorted(0)).average().orElseThrow()
        : Univariate.of(p).quantile(0.5);
  }

  List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    measures.add(Measure.of(Quantity.CRPS, crps));
    if (fairCrps.n() > 0) {
      measures.add(Measure.of(Quantity.FAIR_CRPS, fairCrps));
    }
    measures.add(Measure.of(Quantity.CHECK_SCORE, checkScore));
    measures.add(Measure.of(Quantity.WIS, intervalScore));
    measures.add(Measure.of(haveMeans ? Quantity.MEAN_BIAS : Quantity.BIAS, bias));
    measures.add(Measure.of(Quantity.SHARPNESS, width));
    measures.addAll(intervals.measures());
    return measures;
  }
}
