package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.IntervalCoverage;
import io.evenkeel.core.score.Proportion;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.score.WeightedIntervalScore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Mutable: what only predictions of one real number have, in one pass over their rows. */
final class NumberStatistics {
  static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private static final SortedMap<Quantity, Double> COVERAGES =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(
                  Quantity.COVERAGE_50, 0.5,
                  Quantity.COVERAGE_80, 0.8,
                  Quantity.COVERAGE_90, 0.9,
                  Quantity.COVERAGE_95, 0.95)));

  private final RunningMean crps = new RunningMean();
  private final RunningMean checkScore = new RunningMean();
  private final RunningMean fairCrps = new RunningMean();
  private final RunningMean intervalScore = new RunningMean();
  private final RunningMean bias = new RunningMean();
  private final RunningMean width = new RunningMean();
  private final Map<Quantity, Long> inside = new EnumMap<>(Quantity.class);
  private final Map<Quantity, CountCoverage> ofCounts = new EnumMap<>(Quantity.class);
  private boolean ofSteps;
  private boolean areCounts = true;

  void add(PredictiveDistribution p, RealVector y) {
    crps.add(Crps.of(p, y));
    checkScore.add(CheckScore.mean(p, y, LEVELS));
    COVERAGES.forEach(
        (quantity, level) ->
            inside.merge(quantity, IntervalCoverage.covers(p, y, level) ? 1L : 0L, Long::sum));
    intervalScore.add(WeightedIntervalScore.of(p, y));
    Univariate univariate = Univariate.of(p);
    bias.add(centre(p) - y.get(0));
    width.add(univariate.quantile(0.95) - univariate.quantile(0.05));
    if (p instanceof Counts counts) {
      COVERAGES.forEach(
          (quantity, level) ->
              ofCounts.computeIfAbsent(quantity, none -> new CountCoverage()).add(counts, level));
    } else {
      areCounts = false;
    }
    if (p instanceof Ensemble ensemble) {
      ofSteps = true;
      if (ensemble.size() > 1) {
        fairCrps.add(Crps.fair(ensemble, y));
      }
    }
  }

  /**
   * The median: that of an even number of members is between its two middle ones. Of counts the
   * mean, as the median of rare ones is 0 whatever comes.
   */
  private static double centre(PredictiveDistribution p) {
    if (p instanceof Counts counts) {
      return counts.mean();
    }
    if (p instanceof Ensemble ensemble) {
      double[] members = ensemble.sorted(0);
      return (members[(members.length - 1) / 2] + members[members.length / 2]) / 2;
    }
    return Univariate.of(p).quantile(0.5);
  }

  List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    measures.add(Measure.of(Quantity.CRPS, crps));
    if (fairCrps.n() > 0) {
      measures.add(Measure.of(Quantity.FAIR_CRPS, fairCrps));
    }
    measures.add(Measure.of(Quantity.CHECK_SCORE, checkScore));
    measures.add(Measure.of(Quantity.WIS, intervalScore));
    measures.add(Measure.of(areCounts ? Quantity.MEAN_BIAS : Quantity.BIAS, bias));
    measures.add(Measure.of(Quantity.SHARPNESS, width));
    COVERAGES.forEach(
        (quantity, level) ->
            measures.add(coverage(quantity, level, inside.getOrDefault(quantity, 0L))));
    return measures;
  }

  /** The intervals of ensembles hold another share than the level, which depends on their size. */
  private Measure coverage(Quantity quantity, double level, long hits) {
    Proportion share = new Proportion(hits, crps.n());
    Measure measure =
        Measure.of(quantity, share.share(), share.trials()).with(share.interval(Plan.CONFIDENCE));
    CountCoverage counts = ofCounts.get(quantity);
    if (counts != null) {
      return areCounts ? measure.ifCalibrated(counts.range()) : measure;
    }
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
