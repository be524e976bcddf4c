package io.evenkeel.app.evaluate;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.score.Scores;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: the statistics of one series that take one pass over its rows, and its sample for those
 * that do not.
 */
final class SeriesStatistics {
  private final boolean ofClasses;
  private final Sketch sketch;
  private final BottomK<Observation> sample;
  private final RunningMean logLoss = new RunningMean();
  private final ClassStatistics classes = new ClassStatistics();
  private final NumberStatistics numbers = new NumberStatistics();
  private @Nullable Observation unpaired;

  SeriesStatistics(Profile profile, int sampleSize, long seed) {
    ofClasses = profile.space().kind() == TargetSpace.Kind.CLASSES;
    sketch = SketchPlan.of(profile.space(), profile).empty();
    sample = new BottomK<>(sampleSize, seed);
  }

  /** Adds a row. Consecutive rows are the pairs of the block-2 estimate. */
  void add(String id, Observation row) {
    PredictiveDistribution p = row.prediction();
    Target y = row.target();
    sketch.add(p, y, row.outcome());
    sample.add(id, row);
    double loss = LogLoss.of(p, y);
    if (Double.isFinite(loss)) {
      logLoss.add(loss);
    }
    if (ofClasses) {
      classes.add((Categorical) p, (ClassLabel) y);
    } else {
      numbers.add(p, (RealVector) y);
    }
    if (unpaired == null) {
      unpaired = row;
    } else {
      double weight = unpaired.outcome().weightWith(row.outcome());
      sketch.addPair(unpaired.prediction(), unpaired.target(), p, y, weight);
      unpaired = null;
    }
  }

  long labels() {
    return sketch.labelled();
  }

  Sketch sketch() {
    return sketch;
  }

  /** log E. */
  double logE() {
    return sketch.evidence().logEValue();
  }

  BottomK<Observation> sample() {
    return sample;
  }

  /** The numbers from all rows. */
  List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    Scores scores = sketch.scores();
    measures.add(Measure.of(Quantity.LOG_LOSS, logLoss));
    measures.add(Measure.of(Quantity.IMPOSSIBLE, (double) scores.impossible(), scores.n()));
    measures.addAll(ofClasses ? classes.measures(sketch.reliability()) : numbers.measures());
    sketch.blockSkce().filter(skce -> skce.blocks() > 0).ifPresent(s -> add(measures, s));
    sketch.cme().filter(cme -> cme.n() > 0).ifPresent(cme -> add(measures, cme));
    return measures;
  }

  private static void add(List<Measure> measures, BlockSkce skce) {
    double quantile =
        NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + Plan.CONFIDENCE) / 2);
    double half = quantile * skce.standardDeviation() / Math.sqrt((double) skce.blocks());
    measures.add(
        Measure.of(Quantity.BLOCK_SKCE, skce.estimate(), skce.blocks())
            .with(Interval.around(skce.estimate(), half))
            .withPValue(BlockSkceTest.withDefaults().test(skce).pValue()));
  }

  private static void add(List<Measure> measures, Cme cme) {
    measures.add(Measure.of(Quantity.UCME, cme.ucme2(), cme.n()));
    measures.add(Measure.of(Quantity.CME, CmeTest.withDefaults().test(cme)));
  }
}
