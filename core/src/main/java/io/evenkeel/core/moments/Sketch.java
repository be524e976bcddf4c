package io.evenkeel.core.moments;

import io.evenkeel.core.moments.AdditiveStatistic.Accumulator;
import io.evenkeel.core.moments.BlockSkceMoments.PairAccumulator;
import io.evenkeel.core.moments.QuarterMoments.QuarterAccumulator;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.recalibration.RegressionSums;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.Scores;
import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The mutable, mergeable state of one series in one pane: all sums of a {@link SketchPlan} in one
 * flat block of doubles.
 *
 * <p>Sums do not depend on order but for rounding; merging the sketches of the parts of a sample
 * gives the sketch of the whole, to about 1e-15 of the sums of absolute values per addition. Adding
 * an observation and taking it back returns to the start with the same accuracy, so that {@link
 * #remove} says whether it was one beside which the others are lost.
 *
 * <p>Cost: adding an observation allocates nothing for classes and for normals with independent
 * coordinates.
 */
public final class Sketch {
  private static final byte[] NO_FEATURES = {};

  /** Squares of what is so much larger than the mean take eight of sixteen digits from others. */
  private static final double LARGE = 1e4;

  private final SketchPlan plan;
  private final double[] block;

  /** Of those that count a row fully, and of those that weigh it. */
  private final List<Accumulator> counting = new ArrayList<>();

  private final List<Accumulator> weighing = new ArrayList<>();
  private final @Nullable PairAccumulator pairAccumulator;
  private final @Nullable QuarterAccumulator quarterAccumulator;

  /** A sketch that owns the block. */
  Sketch(SketchPlan plan, double[] block) {
    this.plan = plan;
    this.block = block;
    counting.add(plan.scores().accumulator(block, 0));
    counting.add(plan.reliability().accumulator(block, plan.reliabilityOffset()));
    weighing.add(plan.recalibration().accumulator(block, plan.recalibrationOffset()));
    NormalMoments normals = plan.normals();
    if (normals != null) {
      weighing.add(normals.accumulator(block, plan.normalsOffset()));
    }
    NoiseMoments noise = plan.noise();
    if (noise != null) {
      weighing.add(noise.accumulator(block, plan.noiseOffset()));
    }
    EnsembleMoments ensembles = plan.ensembles();
    if (ensembles != null) {
      weighing.add(ensembles.accumulator(block, plan.ensemblesOffset()));
    }
    CmeMoments cme = plan.cme();
    if (cme != null) {
      weighing.add(cme.accumulator(block, plan.cmeOffset()));
    }
    CellMoments cells = plan.cells();
    if (cells != null) {
      weighing.add(cells.accumulator(block, plan.cellsOffset()));
    }
    BlockSkceMoments pairs = plan.blockSkce();
    this.pairAccumulator = pairs == null ? null : pairs.accumulator(block, plan.blockSkceOffset());
    QuarterMoments quarters = plan.quarters();
    this.quarterAccumulator =
        quarters == null ? null : quarters.accumulator(block, plan.quartersOffset());
  }

  /** The plan of this sketch. */
  public SketchPlan plan() {
    return plan;
  }

  /**
   * Adds an observation.
   *
   * @throws IllegalArgumentException if the prediction or the target is not in the plan's space, or
   *     the prediction a mixture over classes
   */
  public void add(PredictiveDistribution p, Target y) {
    add(p, y, Outcome.OWN);
  }

  /**
   * Adds an observation that may share its outcome with others: it counts fully in scores and
   * diagrams, by its weight in evidence and tests.
   */
  public void add(PredictiveDistribution p, Target y, Outcome outcome) {
    add(p, y, outcome, NO_FEATURES);
  }

  /**
   * Adds an observation of a case with features.
   *
   * @param cells of the {@linkplain FeatureQuarters#cells features} of the plan's profile; empty if
   *     they are not known
   */
  public void add(PredictiveDistribution p, Target y, Outcome outcome, byte... cells) {
    accumulate(p, y, outcome, cells, 1);
  }

  /**
   * Takes back an observation that was added.
   *
   * @return {@linkplain #remove(PredictiveDistribution, Target, Outcome, byte...) whether} the sums
   *     are as good as if it had never been added
   */
  public boolean remove(PredictiveDistribution p, Target y) {
    return remove(p, y, Outcome.OWN);
  }

  /**
   * Takes back an observation that was added with its outcome.
   *
   * @return {@linkplain #remove(PredictiveDistribution, Target, Outcome, byte...) whether} the sums
   *     are as good as if it had never been added
   */
  public boolean remove(PredictiveDistribution p, Target y, Outcome outcome) {
    return remove(p, y, outcome, NO_FEATURES);
  }

  /**
   * Takes back an observation that was added with its outcome and its features.
   *
   * @return whether the sums are as good as if it had never been added. They are not if it was
   *     thousands of times as large as the others: beside a label of 1e36, doubles keep nothing of
   *     those. Then the others are to be added again, to an empty sketch.
   */
  public boolean remove(PredictiveDistribution p, Target y, Outcome outcome, byte... cells) {
    double[] before = sizes();
    accumulate(p, y, outcome, cells, -1);
    double[] after = sizes();
    boolean areGood = true;
    for (int i = 0; i < before.length; i++) {
      areGood &= before[i] - after[i] <= LARGE * after[i] / Math.max(1, labelled());
    }
    return areGood;
  }

  /** What only grows with each observation, and is large where any of its numbers is. */
  private double[] sizes() {
    double crps = plan.scores().crps(block, 0);
    EnsembleMoments ensembles = plan.ensembles();
    return ensembles == null
        ? new double[] {crps}
        : new double[] {crps, ensembles.precision(block, plan.ensemblesOffset())};
  }

  private void accumulate(
      PredictiveDistribution p, Target y, Outcome outcome, byte[] cells, double sign) {
    check(p, y);
    for (int i = 0; i < counting.size(); i++) {
      counting.get(i).add(p, y, sign);
    }
    OutcomeCounts.add(outcome, sign, block, plan.outcomesOffset());
    if (outcome.weight() > 0) {
      for (int i = 0; i < weighing.size(); i++) {
        weighing.get(i).add(p, y, sign * outcome.weight());
      }
      if (quarterAccumulator != null) {
        quarterAccumulator.add(p, y, cells, sign * outcome.weight());
      }
    }
  }

  /**
   * Adds a pair of observations (p, y), (q, z) to the block-2 SKCE; each observation belongs to at
   * most one pair. Without a profile there is no kernel, and nothing happens.
   */
  public void addPair(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z) {
    addPair(p, y, q, z, 1);
  }

  /**
   * Adds a pair with a weight, or takes it back with the negative of it.
   *
   * @param weight that of their {@linkplain Outcome#weightWith outcomes}
   */
  public void addPair(
      PredictiveDistribution p, Target y, PredictiveDistribution q, Target z, double weight) {
    accumulatePair(p, y, q, z, weight);
  }

  /** Takes back a pair that was added. */
  public void removePair(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z) {
    addPair(p, y, q, z, -1);
  }

  private void accumulatePair(
      PredictiveDistribution p, Target y, PredictiveDistribution q, Target z, double weight) {
    check(p, y);
    check(q, z);
    if (pairAccumulator != null && weight != 0) {
      pairAccumulator.add(p, y, q, z, weight);
    }
  }

  private void check(PredictiveDistribution p, Target y) {
    if (p instanceof Mixture && p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException(
          "a sketch of classes takes categorical predictions, got " + p);
    }
    TargetSpace space = p.space();
    // By parts: equals of a record would have the space of each prediction made on the heap.
    boolean isSame = space.kind() == plan.space().kind() && space.size() == plan.space().size();
    if (!isSame || !plan.space().contains(y)) {
      throw new IllegalArgumentException(
          "a sketch of targets in " + plan.space() + " got the target " + y + " of " + p);
    }
  }

  /**
   * Adds all observations of another sketch. One without a profile, made before there was any, may
   * be added to one with: the kernel statistics then do not count its observations.
   *
   * @throws IllegalArgumentException if the plans have different spaces or profiles
   */
  public void merge(Sketch other) {
    merge(other.plan, other.block);
  }

  /**
   * Adds all observations of a block, as {@link #merge(Sketch)} those of a sketch. O(its length).
   *
   * @param other the plan of the block
   * @param sums the block, of which nothing is kept
   * @throws IllegalArgumentException if the plans have different spaces or profiles, or the block
   *     has another length than those of its plan
   */
  public void merge(SketchPlan other, double[] sums) {
    if (!plan.covers(other)) {
      throw new IllegalArgumentException(
          "a sketch merges only those of its own plan, got " + plan + " and " + other);
    }
    other.check(sums);
    for (int i = 0; i < sums.length; i++) {
      block[i] += sums[i];
    }
  }

  /** Takes back all observations and pairs. */
  public void clear() {
    Arrays.fill(block, 0);
  }

  /** A sketch of the same observations, independent of this one. */
  public Sketch copy() {
    return plan.read(block);
  }

  /** A copy of the block, in the layout of {@link SketchPlan}. */
  public double[] toArray() {
    return block.clone();
  }

  /** The number of observations. */
  public long labelled() {
    return plan.scores().count(block, 0);
  }

  /** How many outcomes the observations are about. */
  public OutcomeCounts outcomes() {
    return OutcomeCounts.of(block, plan.outcomesOffset());
  }

  /** The mean weight of the observations in evidence; 1 without any. */
  public double meanWeight() {
    long rows = labelled();
    return rows == 0 ? 1 : outcomes().weight() / rows;
  }

  /** The number of pairs. */
  public long pairs() {
    return blockSkce().map(BlockSkce::blocks).orElse(0L);
  }

  /** The scores of the observations. */
  public Scores scores() {
    return plan.scores().scores(block, 0);
  }

  /** The reliability diagrams of the observations. */
  public Reliability reliability() {
    return plan.reliability().reliability(block, plan.reliabilityOffset());
  }

  /**
   * The predicted probabilities of class 1 of two, else of the most probable class, and how many
   * came true; of classes only. They follow this sketch.
   */
  public ConfidenceBins confidences() {
    return plan.reliability().confidences(block, plan.reliabilityOffset());
  }

  /**
   * How many targets have a probability integral transform in each bin of {@link
   * ReliabilityMoments#PIT_BINNING}; of one number only.
   */
  public double[] pit() {
    return plan.reliability().pitCounts(block, plan.reliabilityOffset());
  }

  /** The sum of the log-ratios of each recalibration of the grid. */
  public double[] logRatios() {
    return plan.recalibration().logRatios(block, plan.recalibrationOffset());
  }

  /** The recalibration evidence in the observations. */
  public Evidence evidence() {
    return plan.recalibration().evidence(block, plan.recalibrationOffset());
  }

  /** The sums of the whitened residuals; none but of several real numbers. */
  public Optional<NormalSums> normalSums() {
    NormalMoments moments = plan.normals();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.sums(block, plan.normalsOffset()));
  }

  /** The log-ratios of labels that are noise; none but of classes. */
  public Optional<NoiseSums> noiseSums() {
    NoiseMoments moments = plan.noise();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.sums(block, plan.noiseOffset()));
  }

  /** The sums of {@link RegressionSums} of ensembles; none but of one real number. */
  public Optional<double[]> regressionSums() {
    EnsembleMoments moments = plan.ensembles();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.sums(block, plan.ensemblesOffset()));
  }

  /** The sums of {@link CellMoments}; none without a profile of real numbers. */
  public Optional<double[]> cellSums() {
    CellMoments moments = plan.cells();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.sums(block, plan.cellsOffset()));
  }

  /** The sums of {@link QuarterMoments}, feature after feature; none without a profile. */
  public Optional<double[]> quarterSums() {
    QuarterMoments moments = plan.quarters();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.sums(block, plan.quartersOffset()));
  }

  /** The block-2 SKCE of the pairs; none without a profile. */
  public Optional<BlockSkce> blockSkce() {
    BlockSkceMoments moments = plan.blockSkce();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.blockSkce(block, plan.blockSkceOffset()));
  }

  /** The calibration mean embedding of the observations; none without a profile. */
  public Optional<Cme> cme() {
    CmeMoments moments = plan.cme();
    return moments == null ? Optional.empty() : Optional.of(moments.cme(block, plan.cmeOffset()));
  }

  /**
   * The residuals of the embedding along a direction; none without a profile.
   *
   * @param direction a number for each test location
   */
  public Optional<Projection> project(double... direction) {
    CmeMoments moments = plan.cme();
    return moments == null
        ? Optional.empty()
        : Optional.of(moments.project(block, plan.cmeOffset(), direction));
  }
}
