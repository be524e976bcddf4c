package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.EDetector;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The evidence against calibration in a series, pane after pane: mutable. Each pane multiplies a
 * factor for every alternative, whose expectation given the panes before it is at most 1 if the
 * predictions are calibrated: half of the weight is on the likelihood ratios of the {@linkplain
 * RecalibrationGrid grid} of recalibrations, half on {@linkplain Bets bets}, for what the grid
 * cannot express.
 *
 * <p>From these factors:
 *
 * <ul>
 *   <li>{@link #logEValue}, a {@link RestartedEProcess} against calibration: it ever reaches 1/α
 *       with a chance of at most α;
 *   <li>{@link #logEValueBeyond}, the same against every miscalibration within a tolerance ε: its
 *       factors of a pane are divided by the largest likelihood ratio there of a {@linkplain
 *       RecalibrationFamily#largestWithin tolerable recalibration}, and the bets forgive what a
 *       tolerable one may win, by themselves or by that ratio. So a model that a tolerable
 *       recalibration mends does not wake anybody, however many labels it has;
 *   <li>{@link #logDetector}, an {@link EDetector} of Shiryaev-Roberts type beyond the tolerance,
 *       restarted at every pane: if it raises an alarm at a threshold, the mean number of panes
 *       between false alarms is at least the threshold;
 *   <li>{@link #evidence}, the likelihood ratios of all panes: what is wrong, what mending it would
 *       save, and intervals for the recalibration.
 * </ul>
 *
 * <p>It is a function of the sketches of the panes and their order alone: panes may be sketched in
 * parts and merged, and the evidence be computed again from them. A pane without labels is no step.
 *
 * <p>Assumed: each target is distributed as predicted given the panes before its own, and given
 * those of its own pane before it. Of rows that share their {@linkplain Outcome outcomes} the
 * e-values hold at any fixed time. The state has 3 (r + b) + r + 4 doubles for r recalibrations and
 * b bets, and what the bets have learned: below 13 KiB for 32 test locations and any number of
 * classes. Where {@linkplain Overlap targets overlap}, what the bets have learned is there three
 * times: below 24 KiB. O(r + J³) per pane with J test locations.
 */
public final class SeriesEvidence {
  private static final int HEADER = 4;
  private static final double SHARE_OF_BETS = 0.5;

  private final RecalibrationGrid grid;
  private final double epsilon;
  private final Tolerance tolerance;
  private final double[] sums;
  private final double[] weights;
  private final RestartedEProcess process;
  private final RestartedEProcess beyond;
  private final EDetector detector;
  private final Bets bets;
  private final boolean[] isCovered;
  private double labels;
  private double impossible;

  private SeriesEvidence(SketchPlan plan, double tolerance, Bets bets, double[] state) {
    this.grid = plan.grid();
    this.epsilon = Checks.finiteNotNegative("tolerance", tolerance);
    this.tolerance = Tolerance.within(tolerance);
    this.bets = bets;
    this.weights = bets.weightsBeside(grid.logWeights(), SHARE_OF_BETS);
    int from = HEADER + grid.size();
    int components = weights.length;
    this.labels = state[2];
    this.impossible = state[3];
    this.sums = Arrays.copyOfRange(state, HEADER, from);
    this.process = process(state, from, weights);
    this.beyond = process(state, from + components, weights);
    this.detector =
        EDetector.resumed(
            EDetector.Kind.SHIRYAEV_ROBERTS,
            Arrays.copyOfRange(state, from + 2 * components, from + 3 * components),
            weights);
    int learned = from + 3 * components;
    if (learned < state.length) {
      bets.read(DoubleBuffer.wrap(state, learned, state.length - learned));
    }
    this.isCovered = new boolean[bets.size()];
    List<int[]> places = bets.places(Boundary.of(grid, this.tolerance));
    for (int k = 0; k < isCovered.length; k++) {
      isCovered[k] = places.get(k).length == 0;
    }
  }

  private static RestartedEProcess process(double[] state, int from, double[] weights) {
    double[] logs = Arrays.copyOfRange(state, from, from + weights.length);
    return RestartedEProcess.resumed((long) state[1], logs, weights);
  }

  /**
   * The evidence of no panes.
   *
   * @param plan of the sketches to come; without a profile the bets on residuals wait for one
   * @param tolerance ε &ge; 0, such as 0.05: temperatures and scales up to 5 % from 1, shifts of
   *     log-odds up to 0.05, of location up to 0.05 predicted standard deviations
   */
  public static SeriesEvidence empty(SketchPlan plan, double tolerance) {
    return empty(plan, tolerance, Overlap.NONE);
  }

  /**
   * The evidence of no panes whose targets may overlap.
   *
   * @param overlap in how many panes; rows of a pane count {@linkplain Overlap#of accordingly}
   */
  public static SeriesEvidence empty(SketchPlan plan, double tolerance, Overlap overlap) {
    Bets bets = new Bets(plan, overlap);
    int from = HEADER + plan.grid().size();
    double[] state = new double[from + 3 * (plan.grid().size() + bets.size())];
    Arrays.fill(state, from, state.length, Double.NEGATIVE_INFINITY);
    return new SeriesEvidence(plan, tolerance, bets, state);
  }

  /**
   * The evidence with the given {@linkplain #toArray() state}. What is remembered of residuals is
   * dropped if the plan has another profile now.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space, or of other bets
   */
  public static SeriesEvidence read(SketchPlan plan, double tolerance, double... state) {
    return read(plan, tolerance, Overlap.NONE, state);
  }

  /**
   * The same of targets that may overlap.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space, of another overlap,
   *     or of other bets
   */
  public static SeriesEvidence read(
      SketchPlan plan, double tolerance, Overlap overlap, double... state) {
    Bets bets = new Bets(plan, overlap);
    double signature = bets.signature(plan.grid().size());
    if (state.length < HEADER || state[0] != signature) {
      throw new IllegalArgumentException(
          "the evidence of predictions over "
              + plan.space()
              + " begins with "
              + signature
              + ", got "
              + state.length
              + " doubles that do not: it was written for another kind of target, another lag or"
              + " by another version; start it without that state");
    }
    return new SeriesEvidence(plan, tolerance, bets, state);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    double[][] parts = {
      {bets.signature(grid.size()), process.steps(), labels, impossible},
      sums,
      process.logProcesses(),
      beyond.logProcesses(),
      detector.logProcesses(),
      bets.toArray()
    };
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Adds the next pane. */
  public void add(Sketch pane) {
    if (pane.outcomes().weight() == 0) {
      return;
    }
    double[] ratios = pane.logRatios();
    double[] factors = new double[weights.length];
    double[] forgiving = new double[weights.length];
    double tolerable = tolerable(ratios);
    for (int i = 0; i < ratios.length; i++) {
      sums[i] += ratios[i];
      factors[i] = ratios[i];
      forgiving[i] = ratios[i] - tolerable;
    }
    play(bets.play(pane, tolerance), tolerable, factors, forgiving);
    bets.add(pane);
    process.multiply(factors);
    beyond.multiply(forgiving);
    detector.multiply(forgiving);
    labels += pane.outcomes().weight();
    impossible += pane.evidence().impossible();
  }

  /** The largest log-ratio of a tolerable recalibration, 0 for none at all. */
  private double tolerable(double[] ratios) {
    double largest = 0;
    for (RecalibrationFamily family : grid.families()) {
      largest = Math.max(largest, family.largestWithin(epsilon, ratios));
    }
    return largest;
  }

  private void play(List<Played> played, double tolerable, double[] factors, double[] forgiving) {
    for (int k = 0; k < played.size(); k++) {
      Played bet = played.get(k);
      boolean isLenient = isCovered[k] || bet.equals(Played.NONE);
      factors[grid.size() + k] = bet.plain();
      forgiving[grid.size() + k] =
          isLenient ? bet.lenient() : Math.min(bet.plain() - tolerable, bet.lenient());
    }
  }

  /** The recalibration evidence of all panes. */
  public Evidence evidence() {
    return Evidence.of(grid, sums, labels, impossible);
  }

  /** log E against calibration, 0 before the first pane. */
  public double logEValue() {
    return process.logValue();
  }

  /**
   * log E against calibration by what it is made of, each kind as if it had all of the weight. The
   * largest of these is not an e-value, as which one it is, the data say.
   */
  public Map<EvidenceKind, Double> logEValues() {
    Map<EvidenceKind, Double> values = new EnumMap<>(EvidenceKind.class);
    values.put(EvidenceKind.GRID, process.logValue(0, grid.size()));
    List<EvidenceKind> kinds = bets.kinds();
    for (EvidenceKind kind : Set.copyOf(kinds)) {
      int from = grid.size() + kinds.indexOf(kind);
      int to = grid.size() + kinds.lastIndexOf(kind) + 1;
      values.put(kind, process.logValue(from, to));
    }
    return values;
  }

  /** log E against every miscalibration within the tolerance. */
  public double logEValueBeyond() {
    return beyond.logValue();
  }

  /** log M of the detector of changes beyond the tolerance; −∞ before the first pane. */
  public double logDetector() {
    return detector.logValue();
  }

  /**
   * The interval for the SKCE, at level 1 − α and at all times at once, from the pairs of all panes
   * since the profile was made: from 0 on, since the SKCE is not negative. It distinguishes only
   * gross errors from none. Empty without a profile, and where targets overlap.
   */
  public Optional<Interval> skce(double alpha) {
    return bets.residuals()
        .map(past -> past.skce(alpha))
        .map(
            interval -> new Interval(Math.max(0, interval.lower()), Math.max(0, interval.upper())));
  }

  /** The number of panes with labels. */
  public long panes() {
    return process.steps();
  }
}
