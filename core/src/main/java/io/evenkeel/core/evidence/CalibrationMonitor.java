package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of the faults of a series, pane after pane: when one began, how large it is, when it
 * changed, ended and came back. Mutable.
 *
 * <p>A fault is found by a {@linkplain ChangeDetector Shiryaev-Roberts detector} of changes beyond
 * the boundary of a tolerance. It weighs the recalibrations of the {@linkplain RecalibrationGrid
 * grid} and {@linkplain KernelBet bets} on residuals, if the plan has a profile. The fault is open
 * until an {@linkplain RecalibrationFault e-process} shows that it is gone. Then the detector
 * begins anew.
 *
 * <p>It is a function of the panes and their order alone. A pane without labels is no step; one
 * with a sum that is not finite is left out. Targets that their predictions held impossible do not
 * count.
 *
 * <p>Assumed: each target is distributed as some one tolerable recalibration says, given the panes
 * before its own and those of its own pane before it.
 *
 * <p>State: see {@link #toArray}. O(G K) per pane for G recalibrations with K points each.
 */
public final class CalibrationMonitor {
  private static final int BETS = ResidualMemory.BETS;
  private static final int HEADER = 6;

  /** What a standard normal variable is below with a chance of 80 %. */
  private static final double Z_80 = 0.8416212335729143;

  /** What it costs in nats not to know which fault it is, by simulation. */
  private static final double UNKNOWN = 4.3;

  private static final int NAMED = 1;
  private static final int RESIDUAL = 2;

  /** From that evidence on a recalibration tells what the fault is, though bets found it. */
  private static final double PLAIN = 7;

  private final RecalibrationGrid grid;
  private final Tolerance tolerance;
  private final long reopenWithin;
  private final Deviations deviations;
  private final ChangeDetector detector;
  private final ChangePoints starts;
  private final @Nullable ResidualMemory memory;
  private @Nullable OpenFault open;
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
      SketchPlan plan, Tolerance tolerance, long reopenWithin, double... state) {
    this.grid = plan.grid();
    this.tolerance = tolerance;
    this.reopenWithin = reopenWithin;
    this.deviations = new Deviations(grid, tolerance);
    this.detector = new ChangeDetector(grid, tolerance);
    this.starts = new ChangePoints(grid.size() + BETS);
    Profile profile = plan.profile().orElse(null);
    this.memory = read(profile, DoubleBuffer.wrap(state));
  }

  /**
   * The monitor of no panes.
   *
   * @param plan of the sketches to come; without a profile the bets wait for one
   * @param tolerance what is tolerable
   * @param reopenWithin a fault that begins so soon after the end of the last one, in milliseconds,
   *     is the same one that comes and goes, and from then on ends only when calibration has lasted
   *     longer than twice its pause, or so long
   */
  public static CalibrationMonitor empty(SketchPlan plan, Tolerance tolerance, long reopenWithin) {
    return new CalibrationMonitor(plan, tolerance, reopenWithin);
  }

  /**
   * The monitor with the given {@linkplain #toArray() state}. What is remembered for the bets is
   * dropped if the plan has another profile now.
   *
   * @throws IllegalArgumentException if the state is not of the plan's space
   */
  public static CalibrationMonitor read(
      SketchPlan plan, Tolerance tolerance, long reopenWithin, double... state) {
    if (state.length < HEADER || state[0] != plan.grid().size()) {
      throw new IllegalArgumentException(
          "the state of a monitor of predictions over "
              + plan.space()
              + " begins with "
              + plan.grid().size()
              + ", got "
              + state.length
              + " doubles that do not: it was written for another kind of target or by another"
              + " version; start it anew");
    }
    return new CalibrationMonitor(plan, tolerance, reopenWithin, state);
  }

  private @Nullable ResidualMemory read(@Nullable Profile profile, DoubleBuffer state) {
    if (!state.hasRemaining()) {
      return profile == null ? null : ResidualMemory.read(profile);
    }
    state.get();
    boolean isSame = profile != null && profile.version() == state.get();
    state.position(2);
    ended = state.get();
    wait = (long) state.get();
    int kind = (int) state.get();
    double[] remembered = new double[(int) state.get()];
    detector.read(state);
    starts.read(state);
    state.get(remembered);
    ResidualMemory past =
        profile == null ? null : ResidualMemory.read(profile, isSame ? remembered : new double[0]);
    if (kind == NAMED) {
      open = RecalibrationFault.read(deviations, state);
    } else if (kind == RESIDUAL && isSame && past != null) {
      open = ResidualFault.read(deviations, past, state);
    } else if (kind == RESIDUAL) {
      detector.reset();
    }
    return past;
  }

  /**
   * The state, to be kept and read again: 6 doubles, the processes of the detector, up to 64 times
   * r + 11 for r recalibrations, what is remembered for the bets, and while a fault is open 2 r +
   * 12, or with J test locations 2 r + 19 + 3J + J(J + 1)/2. A fault that only residuals tell is
   * dropped if the plan has another profile when it is read.
   */
  public double[] toArray() {
    OpenFault fault = open;
    double[] remembered = memory == null ? new double[0] : memory.toArray();
    int length = HEADER + detector.length() + starts.length() + remembered.length;
    DoubleBuffer state = DoubleBuffer.allocate(length + (fault == null ? 0 : fault.length()));
    state.put(grid.size()).put(memory == null ? 0 : memory.profile().version());
    state.put(ended).put((double) wait);
    state.put(fault == null ? 0 : fault instanceof RecalibrationFault ? NAMED : RESIDUAL);
    state.put(remembered.length);
    detector.write(state);
    starts.write(state);
    state.put(remembered);
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
    List<ResidualMemory.Played> bets = List.of();
    if (memory != null) {
      bets = memory.play(pane, tolerance.residual());
      memory.add(pane);
    }
    Evidence evidence = pane.evidence();
    return add(pane(evidence, bets, start, pane), bets, logThreshold);
  }

  /** Adds the next pane, of which the recalibration evidence alone is known. */
  public Transition add(Evidence pane, long start, double logThreshold) {
    return add(pane(pane, List.of(), start, null), List.of(), logThreshold);
  }

  private Pane pane(
      Evidence evidence, List<ResidualMemory.Played> bets, long start, @Nullable Sketch sketch) {
    double[] sums = Arrays.copyOf(evidence.logRatios(), grid.size() + BETS);
    for (int k = 0; k < bets.size(); k++) {
      sums[grid.size() + k] = bets.get(k).plain();
    }
    return new Pane(start, (double) (evidence.labels() - evidence.impossible()), sums, sketch);
  }

  private Transition add(Pane pane, List<ResidualMemory.Played> bets, double logThreshold) {
    if (pane.labels() == 0 || !Arrays.stream(pane.sums()).allMatch(Double::isFinite)) {
      return Transition.NONE;
    }
    starts.add(pane.start(), pane.labels(), pane.sums());
    if (open != null) {
      return follow(open, pane);
    }
    detector.add(pane.labels(), pane.sums(), bets);
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
    int[] named = deviations.members();
    Stretch stretch = starts.mostLikely(named);
    if (memory == null || !detector.isOfBets() || deviations.best(stretch.sums()).sum() >= PLAIN) {
      return RecalibrationFault.found(deviations, stretch, starts.since(stretch.start(), named));
    }
    int bet = detector.bestBet();
    Stretch since = starts.mostLikely(grid.size() + bet);
    return ResidualFault.found(
        deviations, memory, bet, since, starts.since(since.start(), grid.size() + bet));
  }

  private Transition follow(OpenFault fault, Pane pane) {
    OpenFault.Step step = fault.add(pane, wait);
    if (step == OpenFault.Step.ENDED) {
      ended = fault.repaired();
      starts.forgetBefore(fault.repaired());
      detector.reset();
      open = null;
      return Transition.ENDED;
    }
    if (step == OpenFault.Step.STAYS) {
      return Transition.NONE;
    }
    open = fault.successor();
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
   * with about 80 % power: a log-likelihood ratio of n labels has about mean n κ and variance 2 n
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

  /** The fault that is open. */
  public Optional<Fault> fault() {
    return Optional.ofNullable(open).map(OpenFault::fault);
  }
}
