package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.RecalibrationFamily;
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
 * the boundary of a tolerance. Half of its weight is on the recalibrations of the {@linkplain
 * RecalibrationGrid grid}, half on {@linkplain KernelBet bets} on residuals, if the plan has a
 * profile. It is open until an {@linkplain OpenFault e-process} shows that it is gone. Then the
 * detector begins anew.
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
  private static final int HEADER = 5;

  private final RecalibrationGrid grid;
  private final Tolerance tolerance;
  private final long reopenWithin;
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
    this.detector = new ChangeDetector(grid, tolerance);
    this.starts = new ChangePoints(grid.size() + BETS, candidates(grid));
    Profile profile = plan.profile().orElse(null);
    this.memory = read(profile, DoubleBuffer.wrap(state));
  }

  private static int[] candidates(RecalibrationGrid grid) {
    return grid.families().stream()
        .map(RecalibrationFamily::members)
        .flatMapToInt(Arrays::stream)
        .toArray();
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
    double[] remembered = new double[0];
    if (state.hasRemaining()) {
      state.get();
      boolean isSame = state.get() == (profile == null ? 0 : profile.version());
      ended = state.get();
      wait = (long) state.get();
      boolean isOpen = state.get() > 0;
      detector.read(state);
      starts.read(state);
      open = isOpen ? OpenFault.read(grid, tolerance, state) : null;
      remembered = new double[isSame ? state.remaining() : 0];
      state.get(remembered);
    }
    return profile == null ? null : ResidualMemory.read(profile, remembered);
  }

  /**
   * The state, to be kept and read again: 5 doubles, the processes of the detector, up to 64 times
   * r + 11 for r recalibrations, 2 r + 15 while a fault is open, and what is remembered for the
   * bets.
   */
  public double[] toArray() {
    OpenFault fault = open;
    double[] remembered = memory == null ? new double[0] : memory.toArray();
    int length = HEADER + detector.length() + starts.length() + remembered.length;
    DoubleBuffer state = DoubleBuffer.allocate(length + (fault == null ? 0 : fault.length()));
    state.put(grid.size()).put(memory == null ? 0 : memory.profile().version());
    state.put(ended).put((double) wait).put(fault == null ? 0 : 1);
    detector.write(state);
    starts.write(state);
    if (fault != null) {
      fault.write(state);
    }
    return state.put(remembered).array();
  }

  /**
   * Adds the next pane.
   *
   * @param start of the pane, milliseconds since 1970
   * @param logThreshold log A: a fault is found if {@link #logDetector} reaches it
   */
  public Transition add(Sketch pane, long start, double logThreshold) {
    if (memory == null) {
      return add(pane.evidence(), start, logThreshold);
    }
    List<ResidualMemory.Played> bets = memory.play(pane, tolerance.residual());
    memory.add(pane);
    return add(pane.evidence(), bets, start, logThreshold);
  }

  /** Adds the next pane, of which the recalibration evidence alone is known. */
  public Transition add(Evidence pane, long start, double logThreshold) {
    return add(pane, List.of(), start, logThreshold);
  }

  private Transition add(
      Evidence pane, List<ResidualMemory.Played> bets, long start, double logThreshold) {
    double labels = (double) (pane.labels() - pane.impossible());
    double[] sums = Arrays.copyOf(pane.logRatios(), grid.size() + BETS);
    for (int k = 0; k < bets.size(); k++) {
      sums[grid.size() + k] = bets.get(k).plain();
    }
    if (labels == 0 || !Arrays.stream(sums).allMatch(Double::isFinite)) {
      return Transition.NONE;
    }
    starts.add(start, labels, sums);
    if (open != null) {
      return follow(open, start, labels, sums);
    }
    detector.add(labels, pane.logRatios(), bets);
    return detector.logValue() < logThreshold ? Transition.NONE : begin();
  }

  private Transition begin() {
    Stretch stretch = starts.mostLikely();
    OpenFault fault = OpenFault.found(grid, tolerance, stretch, starts.since(stretch.start()));
    open = fault;
    double pause = fault.since().start() - ended;
    if (pause < reopenWithin) {
      wait = Math.min(reopenWithin, Math.max(wait, 2 * (long) pause));
      return Transition.REOPENED;
    }
    wait = 0;
    return Transition.BEGAN;
  }

  private Transition follow(OpenFault fault, long start, double labels, double[] sums) {
    OpenFault.Step step = fault.add(start, labels, sums, wait);
    if (step == OpenFault.Step.ENDED) {
      ended = fault.repaired();
      starts.forgetBefore(fault.repaired());
      detector.reset();
      open = null;
      return Transition.ENDED;
    }
    return step == OpenFault.Step.CHANGED ? Transition.CHANGED : Transition.NONE;
  }

  /**
   * log of the statistic of the detector: −∞ before the first pane, and while a fault is open what
   * found it.
   */
  public double logDetector() {
    return detector.logValue();
  }

  /** The fault that is open. */
  public Optional<Fault> fault() {
    return Optional.ofNullable(open).map(OpenFault::fault);
  }
}
