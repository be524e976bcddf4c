package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A fault that was found, as long as nothing shows that it is gone: mutable.
 *
 * <p>The fault is the best recalibration of one parameter over the panes since it began, and its
 * near end b the parameter next to calibration whose sum of log-ratios is lower by at most {@value
 * #SLACK} nats, or half of the best one, if that is farther. An e-process bets that the fault is
 * less than b: M ← (M + γ) exp(−l<sub>b</sub>), with b fixed before the pane. If the fault has been
 * at least b at all times since it was found, constant or not, M ever reaches 1/α with a chance of
 * at most α, since b is the least favourable of all faults beyond it: E<sub>x</sub>
 * exp(−l<sub>b</sub>) = exp(a(x − b) + a(b) − a(x)) ≤ 1 for x ≥ b and a convex with a(0) = 0. That
 * b is not beyond the fault is likely, not proven, and was measured.
 *
 * <p>Then the panes since the repair decide, from where the sum of −l<sub>b</sub> has last been
 * positive throughout: they must speak against every other fault, too, that they could have shown.
 */
final class OpenFault {
  /** How many nats below the largest sum the near end lies. */
  static final double SLACK = 4.6;

  /** The chance of an end while the fault goes on. */
  private static final double LEVEL = 0.01;

  /** The near end is at least this share of the estimate. */
  private static final double SHARE = 0.5;

  /** The panes since the repair favour calibration over all faults by that many nats. */
  private static final double CALIBRATED = -1;

  /**
   * Another fault has taken over if they favour it by that many nats over all that is tolerable.
   */
  private static final double CHANGED = 3;

  /** A fault is refuted by so many nats. */
  private static final double REFUTED = -3;

  /** By how many nats a fault looks larger at detection for having been detected. */
  private static final double SELECTION = 3;

  private static final double[] NOTHING = {Double.NEGATIVE_INFINITY};
  private static final int SCALARS = 9;

  private final RecalibrationGrid grid;
  private final Tolerance tolerance;
  private final Boundary boundary;
  private final Stretch since;
  private final Stretch repaired;
  private int family;
  private double side;
  private double near;
  private double largest;
  private RestartedEProcess process = RestartedEProcess.mixture(1);
  private double against;
  private long earliest;
  private long latest;

  /** What a pane has made of the fault. */
  enum Step {
    STAYS,
    CHANGED,
    ENDED
  }

  private OpenFault(RecalibrationGrid grid, Tolerance tolerance, Boundary boundary) {
    this.grid = grid;
    this.tolerance = tolerance;
    this.boundary = boundary;
    this.since = new Stretch(grid.size());
    this.repaired = new Stretch(grid.size());
  }

  /**
   * A fault that has just been found.
   *
   * @param stretch the panes since it began
   * @param since when that may have been
   */
  static OpenFault found(
      RecalibrationGrid grid, Tolerance tolerance, Stretch stretch, Since since) {
    OpenFault fault = new OpenFault(grid, tolerance, Boundary.of(grid, tolerance));
    fault.begin(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known. */
  static OpenFault read(RecalibrationGrid grid, Tolerance tolerance, DoubleBuffer state) {
    OpenFault fault = new OpenFault(grid, tolerance, Boundary.of(grid, tolerance));
    fault.family = (int) state.get();
    fault.side = state.get();
    fault.near = state.get();
    fault.largest = state.get();
    fault.process = RestartedEProcess.resumed((long) state.get(), new double[] {state.get()}, 1);
    fault.against = state.get();
    fault.earliest = (long) state.get();
    fault.latest = (long) state.get();
    fault.since.read(state);
    fault.repaired.read(state);
    return fault;
  }

  int length() {
    return SCALARS + since.length() + repaired.length();
  }

  void write(DoubleBuffer state) {
    state.put(family).put(side).put(near).put(largest);
    state.put((double) process.steps()).put(process.logProcesses()).put(against);
    state.put((double) earliest).put((double) latest);
    since.write(state);
    repaired.write(state);
  }

  private void begin(Stretch stretch, Since from) {
    since.set(stretch);
    earliest = from.earliest();
    latest = from.latest();
    Best best = best(since.sums());
    family = best.family;
    side = Math.signum(best.displacement);
    near = near(best);
    largest = best.value;
    process = RestartedEProcess.mixture(1);
    against = 0;
  }

  /**
   * Adds the next pane.
   *
   * @param wait for how long calibration must have lasted before the fault ends, milliseconds
   */
  Step add(long start, double labels, double[] sums, long wait) {
    double logRatio = grid.families().get(family).boundAt(side * near, labels, sums);
    process.multiply(-logRatio);
    if (against <= 0) {
      against = 0;
      repaired.restart(start);
    }
    against -= logRatio;
    repaired.add(labels, sums);
    since.add(labels, sums);
    follow();
    return process.logValue() < -Math.log(LEVEL) ? Step.STAYS : decide(start, wait);
  }

  /** Moves the near end where the evidence for the fault is larger than ever. */
  private void follow() {
    Best best = best(since.sums());
    if (best.value <= 0 || best.value < largest) {
      return;
    }
    largest = best.value;
    double end = near(best);
    if (best.family == family && Math.signum(best.displacement) == side) {
      near = Math.max(near, end);
    } else {
      family = best.family;
      side = Math.signum(best.displacement);
      near = end;
      process = RestartedEProcess.resumed(process.steps(), NOTHING, 1);
      against = 0;
    }
  }

  private Step decide(long now, long wait) {
    double[] sums = repaired.sums();
    double beyond = Evidence.of(grid, sums, (long) repaired.labels(), 0).logEValueBeyond(tolerance);
    if (beyond >= CHANGED) {
      begin(repaired, new Since(repaired.start(), repaired.start(), repaired.start()));
      return Step.CHANGED;
    }
    return beyond <= CALIBRATED && now - repaired.start() >= wait && isRefuted(sums)
        ? Step.ENDED
        : Step.STAYS;
  }

  /** Whether every fault that would be as plain as this one is refuted. */
  private boolean isRefuted(double... sums) {
    List<RecalibrationFamily> families = grid.families();
    double plain = families.get(family).divergence(near, sums);
    for (RecalibrationFamily other : families) {
      for (int member : other.members()) {
        if (sums[member] > REFUTED
            && other.divergence(other.displacementOf(member), sums) >= plain) {
          return false;
        }
      }
    }
    return true;
  }

  /** A recalibration of one parameter, and the sum of its log-ratios. */
  private record Best(int family, double displacement, double value) {}

  /** The best one that is not tolerable. */
  private Best best(double... sums) {
    Best best = new Best(0, 0, Double.NEGATIVE_INFINITY);
    List<RecalibrationFamily> families = grid.families();
    for (int k = 0; k < families.size(); k++) {
      for (int member : families.get(k).members()) {
        if (sums[member] > best.value && !boundary.tolerates(member)) {
          best = new Best(k, families.get(k).displacementOf(member), sums[member]);
        }
      }
    }
    return best;
  }

  /** How far the near end lies from calibration. */
  private double near(Best best) {
    Interval likely = likely(best);
    double nearest = Math.min(Math.abs(likely.lower()), Math.abs(likely.upper()));
    double tolerable = Math.abs(boundary.end(best.family, Math.signum(best.displacement)));
    return Math.max(Math.max(nearest, SHARE * Math.abs(best.displacement)), tolerable);
  }

  /** The displacements on the side of the best one whose sums are lower by at most the slack. */
  private Interval likely(Best best) {
    double x = best.displacement;
    Interval side = x < 0 ? new Interval(-Double.MAX_VALUE, 0) : new Interval(0, Double.MAX_VALUE);
    Interval reaching =
        grid.families()
            .get(best.family)
            .displacementsReaching(best.value - SLACK, since.sums())
            .orElse(new Interval(x, x));
    return new Interval(side.nearest(reaching.lower()), side.nearest(reaching.upper()));
  }

  /** When it began. */
  Since since() {
    return new Since(since.start(), earliest, latest);
  }

  /** The time from which on it seems to be gone. */
  long repaired() {
    return repaired.start();
  }

  /** What is known of it now. */
  Fault fault() {
    double[] sums = since.sums();
    Best best = best(sums);
    RecalibrationFamily of = grid.families().get(best.family);
    Interval likely = likely(best);
    double a = of.parameterAt(likely.lower());
    double b = of.parameterAt(likely.upper());
    double low = of.divergence(likely.lower(), sums) / since.labels();
    double high = of.divergence(likely.upper(), sums) / since.labels();
    Deviation deviation =
        new Deviation(
            of,
            of.parameterAt(best.displacement),
            new Interval(Math.min(a, b), Math.max(a, b)),
            Math.max(0, best.value - SELECTION) / since.labels(),
            new Interval(Math.min(low, high), Math.max(low, high)));
    return new Fault(
        since(), Evidence.of(grid, sums, (long) since.labels(), 0), Optional.of(deviation));
  }
}
