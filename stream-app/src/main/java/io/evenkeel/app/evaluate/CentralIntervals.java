package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.IntervalCoverage;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Mutable: how often targets fall into the central intervals of predictions of one real number. Of
 * quantile forecasts only those intervals count that they state, each in the rows that state it:
 * the others would be judged by how their ends are interpolated.
 */
final class CentralIntervals {
  /** What is shown of predictions that say where every interval ends. */
  private static final Set<Quantity> USUAL =
      EnumSet.of(
          Quantity.COVERAGE_50, Quantity.COVERAGE_80, Quantity.COVERAGE_90, Quantity.COVERAGE_95);

  private static final List<Quantity> ALL =
      Arrays.stream(Quantity.values()).filter(Quantity::isCoverage).toList();

  private final Map<Quantity, Share> shares = new EnumMap<>(Quantity.class);

  /** Mutable: of one level. */
  private static final class Share {
    private final CountCoverage counts = new CountCoverage();
    private final HitRate inside = new HitRate();
    private long mayHoldMore;
    private boolean ofSteps;
    private boolean hasCounts;
    private boolean areCounts = true;
  }

  /**
   * Adds a row.
   *
   * @param weight of the row in evidence
   */
  void add(PredictiveDistribution p, RealVector y, double weight) {
    for (Quantity quantity : p instanceof Quantiles ? ALL : USUAL) {
      if (IntervalCoverage.isStated(p, quantity.level())) {
        Share share = shares.computeIfAbsent(quantity, none -> new Share());
        share.inside.add(IntervalCoverage.covers(p, y, quantity.level()), weight);
        add(share, p, quantity.level(), weight);
      }
    }
  }

  private static void add(Share share, PredictiveDistribution p, double level, double weight) {
    share.mayHoldMore += IntervalCoverage.mayHoldMore(p, level) ? 1 : 0;
    share.ofSteps |= p instanceof Ensemble;
    if (p instanceof Counts counts) {
      share.counts.add(counts, level, weight);
      share.hasCounts = true;
    } else {
      share.areCounts = false;
    }
  }

  /** The coverage of each level, ascending. */
  List<Measure> measures() {
    return shares.entrySet().stream().map(one -> measure(one.getKey(), one.getValue())).toList();
  }

  /** The intervals of ensembles hold another share than the level, which depends on their size. */
  private static Measure measure(Quantity quantity, Share share) {
    HitRate inside = share.inside;
    Measure measure =
        Measure.of(quantity, inside.share(), inside.trials())
            .with(inside.interval(Plan.CONFIDENCE));
    if (share.hasCounts) {
      return share.areCounts ? measure.ifCalibrated(share.counts.range()) : measure;
    }
    return share.ofSteps ? measure : measure.ifCalibrated(range(share, quantity.level()));
  }

  /** With intervals that may hold more, up to as much as if they held all. */
  private static Interval range(Share share, double level) {
    long trials = (long) share.inside.independent();
    if (trials == 0) {
      return new Interval(0, 1);
    }
    double more = share.mayHoldMore * (1 - level) / share.inside.trials();
    BinomialDistribution law = BinomialDistribution.of(Math.toIntExact(trials), level);
    return new Interval(
        law.inverseCumulativeProbability((1 - Plan.CONFIDENCE) / 2) / (double) trials,
        Math.min(
            1,
            law.inverseCumulativeProbability((1 + Plan.CONFIDENCE) / 2) / (double) trials + more));
  }
}
