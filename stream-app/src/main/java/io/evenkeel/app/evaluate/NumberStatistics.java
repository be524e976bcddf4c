package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.IntervalCoverage;
import io.evenkeel.core.score.Proportion;
import io.evenkeel.core.score.RunningMean;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Mutable: what only predictions of one real number have, in one pass over their rows. */
final class NumberStatistics {
  static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private final RunningMean crps = new RunningMean();
  private final RunningMean checkScore = new RunningMean();
  private long inHalf;
  private long inMost;
  private boolean ofSteps;

  void add(PredictiveDistribution p, RealVector y) {
    crps.add(Crps.of(p, y));
    checkScore.add(CheckScore.mean(p, y, LEVELS));
    inHalf += IntervalCoverage.covers(p, y, 0.5) ? 1 : 0;
    inMost += IntervalCoverage.covers(p, y, 0.9) ? 1 : 0;
    ofSteps |= p instanceof Ensemble;
  }

  List<Measure> measures() {
    return List.of(
        Measure.of(Quantity.CRPS, crps),
        Measure.of(Quantity.CHECK_SCORE, checkScore),
        coverage(Quantity.COVERAGE_50, 0.5, inHalf),
        coverage(Quantity.COVERAGE_90, 0.9, inMost));
  }

  /** The intervals of ensembles hold another share than the level, which depends on their size. */
  private Measure coverage(Quantity quantity, double level, long inside) {
    Proportion share = new Proportion(inside, crps.n());
    Measure measure =
        Measure.of(quantity, share.share(), share.trials()).with(share.interval(Plan.CONFIDENCE));
    return ofSteps || share.trials() == 0
        ? measure
        : measure.ifCalibrated(range(share.trials(), level));
  }

  private static Interval range(long trials, double level) {
    BinomialDistribution law = BinomialDistribution.of(Math.toIntExact(trials), level);
    return new Interval(
        law.inverseCumulativeProbability((1 - Plan.CONFIDENCE) / 2) / (double) trials,
        law.inverseCumulativeProbability((1 + Plan.CONFIDENCE) / 2) / (double) trials);
  }
}
