package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.EDetector;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evidence against calibration in a series, pane after pane: mutable. Each pane multiplies a
 * factor for every alternative, whose expectation given the panes before it is at most 1 if the
 * predictions are calibrated: half of the weight is on the likelihood ratios of the {@linkplain
 * RecalibrationGrid grid} of recalibrations, half on {@linkplain KernelBet bets} on the residuals
 * of the mean embedding, for what the grid cannot express.
 *
 * <p>From these factors:
 *
 * <ul>
 *   <li>{@link #logEValue}, a {@link RestartedEProcess} against calibration: it ever reaches 1/α
 *       with a chance of at most α;
 *   <li>{@link #logEValueBeyond}, the same against every miscalibration within a tolerance ε: its
 *       factors of a pane are divided by the largest likelihood ratio there of a {@linkplain
 *       RecalibrationFamily#largestWithin tolerable recalibration}, and the bets forgive means of ε
 *       standard deviations as well. So a model that a tolerable recalibration mends does not wake
 *       anybody, however many labels it has;
 *   <li>{@link #logDetector}, an {@link EDetector} of Shiryaev-Roberts type beyond the tolerance,
 *       restarted at every pane: if it raises an alarm at a threshold, the mean number of panes
 *       between false alarms is at least the threshold;
 *   <li>{@link #evidence}, the likelihood ratios of all panes: what is wrong, what mending it would
 *       save, and intervals for the recalibration.
 * </ul>
 *
 * <p>It is a function of the sketches of the panes and their order alone: panes may be sketched in
 * parts and merged, and the evidence be computed again from them. A pane without labels is no step.
 * Targets that their predictions held impossible are counted and otherwise left out.
 *
 * <p>Assumed: each target is distributed as predicted given the panes before its own, and given
 * those of its own pane before it. The state has 3 (r + 8) + r + 4 doubles for r recalibrations
 * and, with J test locations, 4 + 2J + J(J + 1)/2 more: below 13 KiB for J = 32 and any number of
 * classes. O(r + J³) per pane.
 */
public final class SeriesEvidence {
  private static final int HEADER = 4;
  private static final int BETS = ResidualMemory.BETS;

  private final RecalibrationGrid grid;
  private final double tolerance;
  private final double[] sums;
  private final double[] weights;
  private final RestartedEProcess process;
  private final RestartedEProcess beyond;
  private final EDetector detector;
  private final @Nullable ResidualMemory memory;
  private long labels;
  private long impossible;

  private SeriesEvidence(SketchPlan plan, double tolerance, double[] state) {
    this.grid = plan.grid();
    this.tolerance = Checks.finiteNotNegative("tolerance", tolerance);
    this.weights = weights(grid);
    int from = HEADER + grid.size();
    int components = weights.length;
    this.labels = (long) state[1];
    this.impossible = (long) state[2];
    this.sums = Arrays.copyOfRange(state, HEADER, from);
    this.process = process(state, from, weights);
    this.beyond = process(state, from + components, weights);
    this.detector =
        EDetector.resumed(
            EDetector.Kind.SHIRYAEV_ROBERTS,
            Arrays.copyOfRange(state, from + 2 * components, from + 3 * components),
            weights);
    Profile profile = plan.profile().orElse(null);
    boolean isSame = profile != null && profile.version() == state[3];
    double[] remembered =
        isSame ? Arrays.copyOfRange(state, from + 3 * components, state.length) : new double[0];
    this.memory = profile == null ? null : ResidualMemory.read(profile, remembered);
  }

  private static RestartedEProcess process(double[] state, int from, double[] weights) {
    double[] logs = Arrays.copyOfRange(state, from, from + weights.length);
    return RestartedEProcess.resumed((long) state[0], logs, weights);
  }

  private static double[] weights(RecalibrationGrid grid) {
    double[] weights = new double[grid.size() + BETS];
    Arrays.fill(weights, 0.5 / BETS);
    double[] logs = grid.logWeights();
    for (int i = 0; i < logs.length; i++) {
      weights[i] = Math.exp(logs[i]) / 2;
    }
    return weights;
  }

  /**
   * The evidence of no panes.
   *
   * @param plan of the sketches to come; without a profile the bets wait for one
   * @param tolerance ε &ge; 0, such as 0.05: temperatures and scales up to 5 % from 1, shifts of
   *     log-odds up to 0.05, of location up to 0.05 predicted standard deviations
   */
  public static SeriesEvidence empty(SketchPlan plan, double tolerance) {
    int from = HEADER + plan.grid().size();
    double[] state = new double[leastLength(plan)];
    Arrays.fill(state, from, state.length, Double.NEGATIVE_INFINITY);
    return new SeriesEvidence(plan, tolerance, state);
  }

  /**
   * The evidence with the given {@linkplain #toArray() state}. What is remembered for the bets is
   * dropped if the plan has another profile now.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space
   */
  public static SeriesEvidence read(SketchPlan plan, double tolerance, double... state) {
    if (state.length < leastLength(plan)) {
      throw new IllegalArgumentException(
          "the evidence of predictions over "
              + plan.space()
              + " has at least "
              + leastLength(plan)
              + " doubles, got "
              + state.length
              + ": it was written for another kind of target or by another version; start it anew");
    }
    return new SeriesEvidence(plan, tolerance, state);
  }

  private static int leastLength(SketchPlan plan) {
    return HEADER + plan.grid().size() + 3 * (plan.grid().size() + BETS);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    double[][] parts = {
      {process.steps(), labels, impossible, memory == null ? 0 : memory.profile().version()},
      sums,
      process.logProcesses(),
      beyond.logProcesses(),
      detector.logProcesses(),
      memory == null ? new double[0] : memory.toArray()
    };
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Adds the next pane. */
  public void add(Sketch pane) {
    if (pane.labelled() == 0) {
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
    if (memory != null) {
      play(memory.play(pane, tolerance), tolerable, factors, forgiving);
      memory.add(pane);
    }
    process.multiply(factors);
    beyond.multiply(forgiving);
    detector.multiply(forgiving);
    labels += pane.labelled();
    impossible += pane.evidence().impossible();
  }

  /** The largest log-ratio of a tolerable recalibration, 0 for none at all. */
  private double tolerable(double[] ratios) {
    double largest = 0;
    for (RecalibrationFamily family : grid.families()) {
      largest = Math.max(largest, family.largestWithin(tolerance, ratios));
    }
    return largest;
  }

  private void play(
      List<ResidualMemory.Played> bets, double tolerable, double[] factors, double[] forgiving) {
    int at = grid.size();
    for (ResidualMemory.Played bet : bets) {
      factors[at] = bet.plain();
      // The first is what tolerable recalibrations may win, the second what a small mean may.
      forgiving[at++] = Math.min(bet.plain() - tolerable, bet.lenient());
    }
  }

  /** The recalibration evidence of all panes. */
  public Evidence evidence() {
    return Evidence.of(grid, sums, labels, impossible);
  }

  /** log E against calibration, of the targets that were held possible; 0 before the first pane. */
  public double logEValue() {
    return process.logValue();
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
   * since the profile was made: from 0 on, since the SKCE is not negative. It tells only gross
   * errors from none; none without a profile.
   */
  public Optional<Interval> skce(double alpha) {
    return Optional.ofNullable(memory)
        .map(past -> past.skce(alpha))
        .map(
            interval -> new Interval(Math.max(0, interval.lower()), Math.max(0, interval.upper())));
  }

  /** The number of panes with labels. */
  public long panes() {
    return process.steps();
  }
}
