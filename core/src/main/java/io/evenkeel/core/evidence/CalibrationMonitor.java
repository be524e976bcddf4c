package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The life of the faults of a series, pane after pane: when one began, how large it is, when it
 * changed, ended and came back. Mutable.
 *
 * <p>A fault is found by a {@linkplain ChangeDetector Shiryaev-Roberts detector} of changes beyond
 * the boundary of a tolerance. It weighs the recalibrations of the {@linkplain RecalibrationGrid
 * grid} and {@linkplain Bets bets} for what the grid does not express. The fault is open until an
 * {@linkplain RecalibrationFault e-process} shows that it is gone. Then the detector restarts.
 *
 * <p>It is a function of the panes and their order alone. A pane without labels is no step; one
 * with a sum that is not finite is left out.
 *
 * <p>Assumed: each target is distributed as some one tolerable recalibration says, given the panes
 * before its own and those of its own pane before it.
 *
 * <p>State: see {@link #toArray}. O(G K) per pane for G recalibrations with K points each.
 */
public final class CalibrationMonitor {
  private static final int HEADER = 4;

  /** Where the kind of the open fault stands in the header; 0 while none is open. */
  private static final int KIND = 3;

  /** What a standard normal variable is below with a chance of 80 %. */
  private static final double Z_80 = 0.8416212335729143;

  /**
   * What it costs in nats, at most, not to know which fault it is and in which pane it began, by
   * simulation. Two classes cost 3 to 5, ten classes and numbers 6 to 7; small panes cost less.
   */
  private static final double UNKNOWN = 7;

  /** More than processes there are. */
  private static final int SPACE = 100_000;

  private static final int NAMED = 1;

  /** What a bet of the first family has found; of the next families, the numbers after it. */
  private static final int OF_BETS = 2;

  /**
   * The least evidence with which a recalibration names a fault that bets found. It has to be at
   * least the evidence of the bet, too.
   */
  static final double PLAIN = 7;

  private final RecalibrationGrid grid;
  private final Tolerance tolerance;
  private final long reopenWithin;
  private final Deviations deviations;
  private final ChangeDetector detector;
  private final ChangePoints starts;
  private final Bets bets;
  private @Nullable OpenFault open;
  private int kind;
  private double ended = Double.NaN;
  private long wait;

  /** What a pane has made of the faults of a series. */
  public enum Transition {
    /** Nothing new. */
    NONE,
    /** A fault was found. */
    BEGAN,
    /** A fault was found soon after the last one had ended. */
    REOPENED,
    /** Another fault has taken the place of the one that is open. */
    CHANGED,
    /** The fault is gone, or has become much smaller. */
    ENDED
  }

  private CalibrationMonitor(
      SketchPlan plan, Tolerance tolerance, long reopenWithin, Overlap overlap) {
    this.grid = plan.grid();
    this.tolerance = tolerance;
    this.reopenWithin = reopenWithin;
    this.deviations = new Deviations(grid, tolerance);
    this.bets = new Bets(plan, overlap);
    this.detector = new ChangeDetector(grid, tolerance, bets);
    this.starts = new ChangePoints(grid.size() + bets.size());
  }

  /**
   * The monitor of no panes.
   *
   * @param plan of the sketches to come; without a profile the bets on residuals wait for one
   * @param tolerance what is tolerable
   * @param reopenWithin a fault that begins so soon after the end of the last one, in milliseconds,
   *     is the same one that comes and goes, and from then on ends only when calibration has lasted
   *     longer than twice its pause, or so long
   */
  public static CalibrationMonitor empty(SketchPlan plan, Tolerance tolerance, long reopenWithin) {
    return empty(plan, tolerance, reopenWithin, Overlap.NONE);
  }

  /**
   * The monitor of no panes whose targets may overlap.
   *
   * @param overlap in how many panes; rows of a pane count {@linkplain Overlap#of accordingly}
   */
  public static CalibrationMonitor empty(
      SketchPlan plan, Tolerance tolerance, long reopenWithin, Overlap overlap) {
    return new CalibrationMonitor(plan, tolerance, reopenWithin, overlap);
  }

  /**
   * The monitor with the given {@linkplain #toArray() state}. What is remembered of residuals is
   * dropped if the plan has another profile now, and so is a fault that is known from them alone.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space, or of other bets
   */
  public static CalibrationMonitor read(
      SketchPlan plan, Tolerance tolerance, long reopenWithin, double... state) {
    return read(plan, tolerance, reopenWithin, Overlap.NONE, state);
  }

  /**
   * The same of targets that may overlap.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space, of another overlap,
   *     or of other bets
   */
  public static CalibrationMonitor read(
      SketchPlan plan, Tolerance tolerance, long reopenWithin, Overlap overlap, double... state) {
    CalibrationMonitor monitor = new CalibrationMonitor(plan, tolerance, reopenWithin, overlap);
    double signature = monitor.signature();
    if (!isOf(signature, state)) {
      throw new IllegalArgumentException(
          "the state of a monitor of predictions over "
              + plan.space()
              + " begins with "
              + signature
              + ", got "
              + state.length
              + " doubles that do not: it was written for another kind of target, another lag or"
              + " by another version; start it without that state");
    }
    monitor.read(DoubleBuffer.wrap(state, 1, state.length - 1));
    return monitor;
  }

  /**
   * Whether {@link #read} takes the state, so that a fault that is open in it goes on.
   *
   * @param state of a monitor of any plan and overlap
   */
  public static boolean isOf(SketchPlan plan, Overlap overlap, double... state) {
    return isOf(empty(plan, Tolerance.within(0), 0, overlap).signature(), state);
  }

  /** By the size of the space, too: some states of other sizes are as long. */
  private double signature() {
    return bets.signature(detector.length() + SPACE * grid.space().size());
  }

  private static boolean isOf(double signature, double[] state) {
    return state.length >= HEADER && state[0] == signature;
  }

  private int components() {
    return grid.size() + bets.size();
  }

  private void read(DoubleBuffer state) {
    ended = state.get();
    wait = (long) state.get();
    kind = (int) state.get();
    detector.read(state);
    starts.read(state);
    bets.read(state);
    if (kind == NAMED) {
      open = RecalibrationFault.read(deviations, state);
    } else if (kind >= OF_BETS) {
      open = bets.fault(kind - OF_BETS, deviations, state).orElse(null);
      if (open == null) {
        kind = 0;
        detector.reset();
      }
    }
  }

  /**
   * The state, to be kept and read again: 4 doubles, the processes of the detector, up to 64 times
   * r + b + 3 for r recalibrations and b bets, what the bets have learned, and while a fault is
   * open 2 r + 12 or, if a bet has found it, 2 r + 14 and its direction.
   */
  public double[] toArray() {
    OpenFault fault = open;
    int length = HEADER + detector.length() + starts.length() + bets.length();
    DoubleBuffer state = DoubleBuffer.allocate(length + (fault == null ? 0 : fault.length()));
    state.put(signature()).put(ended).put((double) wait).put(kind);
    detector.write(state);
    starts.write(state);
    bets.write(state);
    if (fault != null) {
      fault.write(state);
    }
    return state.array();
  }

  /**
   * Adds the next pane.
   *
   * @param start of the pane, milliseconds since 1970
   * @param logThreshold log A: a fault is found if {@link #logDetector} reaches it
   */
  public Transition add(Sketch pane, long start, double logThreshold) {
    boolean isStep = pane.evidence().labels() > 0;
    List<Played> played = isStep ? bets.play(pane, tolerance) : bets.none();
    bets.add(pane);
    return add(pane(pane.evidence(), played, start, pane), played, logThreshold);
  }

  /** Adds the next pane, of which the recalibration evidence alone is known. */
  public Transition add(Evidence pane, long start, double logThreshold) {
    return add(pane(pane, bets.none(), start, null), bets.none(), logThreshold);
  }

  private Pane pane(Evidence evidence, List<Played> played, long start, @Nullable Sketch sketch) {
    double[] sums = Arrays.copyOf(evidence.logRatios(), components());
    for (int k = 0; k < played.size(); k++) {
      sums[grid.size() + k] = played.get(k).plain();
    }
    return new Pane(start, evidence.labels(), sums, sketch);
  }

  private Transition add(Pane pane, List<Played> played, double logThreshold) {
    if (pane.labels() == 0 || !Arrays.stream(pane.sums()).allMatch(Double::isFinite)) {
      return Transition.NONE;
    }
    starts.add(pane.start(), pane.labels(), pane.sums());
    if (open != null) {
      return follow(open, pane);
    }
    detector.add(pane.labels(), pane.sums(), played);
    return detector.logValue() < logThreshold ? Transition.NONE : begin();
  }

  private Transition begin() {
    OpenFault fault = find();
    open = fault;
    double pause = fault.since().start() - ended;
    if (pause < reopenWithin) {
      wait = Math.min(reopenWithin, Math.max(wait, 2 * (long) pause));
      return Transition.REOPENED;
    }
    wait = 0;
    return Transition.BEGAN;
  }

  private OpenFault find() {
    ToDoubleFunction<double[]> named = deviations::excess;
    Stretch stretch = starts.mostLikely(named);
    int bet = detector.bestBet();
    ToDoubleFunction<double[]> ofBet = sums -> deviations.excessOf(grid.size() + bet, sums);
    Stretch since = starts.mostLikely(ofBet);
    double plain = Math.max(PLAIN, since.sums()[grid.size() + bet]);
    if (!detector.isOfBets() || deviations.best(stretch.sums()).sum() >= plain) {
      kind = NAMED;
      return RecalibrationFault.found(deviations, stretch, starts.since(stretch.start(), named));
    }
    kind = OF_BETS + bets.familyOf(bet);
    return bets.found(deviations, bet, since, starts.since(since.start(), ofBet));
  }

  private Transition follow(OpenFault fault, Pane pane) {
    OpenFault.Step step = fault.add(pane, wait);
    if (step == OpenFault.Step.ENDED) {
      ended = fault.repaired();
      starts.forgetBefore(fault.repaired());
      detector.reset();
      open = null;
      kind = 0;
      return Transition.ENDED;
    }
    if (step == OpenFault.Step.STAYS) {
      return Transition.NONE;
    }
    open = fault.successor();
    kind = NAMED;
    return Transition.CHANGED;
  }

  /**
   * log of the statistic of the detector: −∞ before the first pane, and while a fault is open what
   * found it.
   */
  public double logDetector() {
    return detector.logValue();
  }

  /**
   * The smallest fault, in nats per label that putting it right saves, that so many labels show
   * with 80 % power or more: a log-likelihood ratio of n labels has about mean n κ and variance 2 n
   * κ, and has to reach the threshold and what it costs not to know the fault.
   *
   * @param labels of the fault, positive
   * @param logThreshold log A, positive
   */
  public static double detectableGain(double labels, double logThreshold) {
    double needed = logThreshold + UNKNOWN;
    double root = (Z_80 * Math.sqrt(2) + Math.sqrt(2 * Z_80 * Z_80 + 4 * needed)) / 2;
    return root * root / labels;
  }

  /** Whether a fault is open. */
  public boolean isOpen() {
    return open != null;
  }

  /** Whether a fault is open in a {@linkplain #toArray() state}. */
  public static boolean isOpen(double[] state) {
    return state.length >= HEADER && state[KIND] != 0;
  }

  /** The fault that is open. */
  public Optional<Fault> fault() {
    return Optional.ofNullable(open).map(OpenFault::fault);
  }
}
