package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.TolerableError;
import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.BlockSkceMoments;
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
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.score.Scores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: the statistics of one series that take one pass over its rows, and its sample for those
 * that do not.
 */
final class SeriesStatistics {
  /** The share of targets from which on it is not known what they hide. */
  private static final double MOST_TIED = 0.1;

  /**
   * With fewer labels of classes that are not the most probable one, the losses that were seen do
   * not show how much they vary: without any, a mean would seem to be known to its last digit.
   */
  static final int LEAST_MISSES = 10;

  private final SketchPlan plan;
  private final boolean ofClasses;
  private final FileEvidence evidence;
  private final @Nullable LabelSelection selection;
  private final int sampleSize;
  private final BottomK<Observation> sample;
  private final TensorKernel kernel;
  private final double[] pairs = new double[BlockSkceMoments.LENGTH];
  private final BlockSkceMoments.PairAccumulator pairing;
  private final PairOrder order = new PairOrder();
  private final RunningMean logLoss = new RunningMean();
  private final ClassStatistics classes = new ClassStatistics();
  private final NumberStatistics numbers = new NumberStatistics();
  private @Nullable Observation unpaired;

  /** Statistics of no rows, whose SKCE is of the kernel of the plan's profile. */
  SeriesStatistics(SketchPlan plan, boolean hasWaiting, int sampleSize, long seed) {
    this(plan, plan.profile().orElseThrow().kernel(), hasWaiting, sampleSize, seed);
  }

  /**
   * Statistics of no rows.
   *
   * @param plan with a profile
   * @param kernel of the SKCE, which need not be that of the profile
   */
  SeriesStatistics(
      SketchPlan plan, TensorKernel kernel, boolean hasWaiting, int sampleSize, long seed) {
    this.plan = plan;
    ofClasses = plan.space().kind() == TargetSpace.Kind.CLASSES;
    evidence = new FileEvidence(plan, seed);
    selection = hasWaiting ? new LabelSelection(plan.profile().orElseThrow()) : null;
    this.sampleSize = sampleSize;
    sample = new BottomK<>(sampleSize, seed);
    this.kernel = kernel;
    pairing = new BlockSkceMoments(kernel).accumulator(pairs, 0);
  }

  /** Adds the only row of its id. */
  void add(String id, Observation row) {
    add(id, id, row);
  }

  /**
   * Adds a row. Consecutive rows of one pane are the pairs of the block-2 estimate.
   *
   * @param id which several rows may have; their evidence is in one pane
   * @param key which no other row has
   */
  void add(String id, String key, Observation row) {
    PredictiveDistribution p = row.prediction();
    Target y = row.target();
    Sketch pane = evidence.pane(id, row);
    pane.add(p, y, row.outcome(), row.quarters());
    if (selection != null) {
      selection.add(p, true);
    }
    sample.add(key, row);
    double weight = row.outcome().weight();
    double loss = LogLoss.of(p, y);
    if (Double.isFinite(loss)) {
      logLoss.add(loss, weight);
    }
    if (ofClasses) {
      classes.add((Categorical) p, (ClassLabel) y, weight);
    } else {
      numbers.add(p, (RealVector) y, weight);
    }
    if (unpaired == null) {
      unpaired = row;
    } else if (unpaired.pane() != row.pane()) {
      unpaired = row;
    } else {
      double ofPair = unpaired.outcome().weightWith(row.outcome());
      pairing.add(unpaired.prediction(), unpaired.target(), p, y, ofPair);
      order.add(unpaired.target(), y);
      unpaired = null;
    }
  }

  /** Adds a prediction without a label. */
  void addWaiting(PredictiveDistribution p) {
    if (selection != null) {
      selection.add(p, false);
    }
  }

  /** The sketch of all rows: made when asked for. */
  Sketch sketch() {
    return evidence.whole();
  }

  /** What a bet has found that no recalibration explains. */
  Optional<SampleEvidence.Found> found() {
    return evidence.found();
  }

  /** log E against every miscalibration that is tolerable. */
  double logE(TolerableError tolerable) {
    return evidence.logE(tolerable.epsilon(plan.space()));
  }

  /** Whether so many targets equal a predicted quantile that they hide faults. */
  boolean isTied() {
    return numbers.tied() > MOST_TIED * sketch().labelled();
  }

  /** Whether rows follow each other by their targets, so that pairs of them say nothing. */
  boolean isSorted() {
    return order.isSorted();
  }

  /** The predictions without a label, compared with those that have one; null if all have one. */
  @Nullable LabelSelection selection() {
    return selection;
  }

  /** That of the SKCE. */
  TensorKernel kernel() {
    return kernel;
  }

  /** How many rows the sample has, if there are as many. */
  int sampleSize() {
    return sampleSize;
  }

  BottomK<Observation> sample() {
    return sample;
  }

  /** The numbers from all rows. */
  List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    Sketch sketch = sketch();
    Scores scores = sketch.scores();
    measures.add(Measure.of(Quantity.LOG_LOSS, logLoss));
    measures.add(Measure.of(Quantity.IMPOSSIBLE, (double) scores.impossible(), scores.n()));
    measures.addAll(ofClasses ? classes.measures(sketch.reliability()) : numbers.measures());
    if (ofClasses && classes.misses() < LEAST_MISSES) {
      measures.replaceAll(SeriesStatistics::withoutIntervalOfLosses);
    }
    BlockSkce skce = new BlockSkceMoments(kernel).blockSkce(pairs, 0);
    if (skce.blocks() > 0 && !isSorted()) {
      add(measures, skce);
    }
    sketch.cme().filter(cme -> cme.n() > 0).ifPresent(cme -> add(measures, cme));
    Optional.ofNullable(selection)
        .flatMap(LabelSelection::test)
        .ifPresent(test -> measures.add(Measure.of(Quantity.SELECTION, test)));
    return measures;
  }

  private static Measure withoutIntervalOfLosses(Measure measure) {
    return switch (measure.quantity()) {
      case LOG_LOSS, BRIER, BRIER_OF_EVENT, CALIBRATION_IN_THE_LARGE ->
          measure.with(Interval.EVERYTHING);
      default -> measure;
    };
  }

  private static void add(List<Measure> measures, BlockSkce skce) {
    double quantile =
        NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + Plan.CONFIDENCE) / 2);
    // Of many classes most pairs say the same, and blocks differ less than they are bound to.
    double sd = Math.max(skce.standardDeviation(), Math.sqrt(skce.nullVariance()));
    double half = quantile * sd / Math.sqrt((double) skce.blocks());
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
