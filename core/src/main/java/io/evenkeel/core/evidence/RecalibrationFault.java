package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.CurvePoint;
import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * A fault that was found, as long as nothing shows that it is gone: mutable.
 *
 * <p>The fault is the best recalibration of one parameter over the panes since it began, and its
 * near end b the parameter next to calibration whose sum of log-ratios is lower by at most 4.6
 * nats, or half of the way from what is tolerable, e, to the best one, if that is farther. An
 * e-process bets that the fault is less than b: M ← (M + γ) exp(l<sub>e</sub> − l<sub>b</sub>),
 * with b fixed before the pane. If the fault has been at least b at all times since it was found,
 * constant or not, M ever reaches 1/α with a chance of at most α, since b is the least favourable
 * of all faults beyond it: with d = b − e, E<sub>x</sub> exp(l<sub>e</sub> − l<sub>b</sub>) =
 * exp(a(x − d) − a(x) + a(b) − a(e)) ≤ 1 for x ≥ b and a convex. That b is not beyond the fault is
 * likely, not proven, and was measured.
 *
 * <p>Then the panes {@linkplain EndProcess since the repair} decide: they must speak against every
 * other fault, too, that they could have shown.
 */
final class RecalibrationFault implements OpenFault {

  /** A fault is refuted by so many nats. */
  private static final double REFUTED = 3;

  private static final int SCALARS = 3;

  private final Deviations deviations;
  private final Onset since;
  private final EndProcess end;
  private int family;
  private double near;
  private CurvePoint place;
  private double tolerable;
  private double largest;

  private RecalibrationFault(Deviations deviations) {
    this.deviations = deviations;
    this.since = new Onset(deviations.grid().size());
    this.end = new EndProcess(deviations.grid().size());
    this.place = deviations.place(0, 0);
  }

  /**
   * A fault that has just been found.
   *
   * @param stretch the panes since it began
   * @param since when that may have been
   */
  static RecalibrationFault found(Deviations deviations, Stretch stretch, Since since) {
    RecalibrationFault fault = new RecalibrationFault(deviations);
    fault.begin(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known. */
  static RecalibrationFault read(Deviations deviations, DoubleBuffer state) {
    RecalibrationFault fault = new RecalibrationFault(deviations);
    fault.moveNear((int) state.get(), state.get());
    fault.largest = state.get();
    fault.since.read(state);
    fault.end.read(state);
    return fault;
  }

  @Override
  public int length() {
    return SCALARS + since.length() + end.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(family).put(near).put(largest);
    since.write(state);
    end.write(state);
  }

  private void begin(Stretch stretch, Since from) {
    since.set(stretch, from);
    Deviations.Best best = deviations.best(since.panes().sums());
    largest = best.sum();
    moveNear(best.family(), deviations.near(best, since.panes().sums()));
    end.begin();
  }

  private void moveNear(int toFamily, double displacement) {
    family = toFamily;
    near = displacement;
    place = deviations.place(family, near);
    tolerable = deviations.tolerable(family, near);
  }

  @Override
  public Step add(Pane pane, long wait) {
    double[] sums = pane.sums();
    double atEnd = deviations.atLeast(family, tolerable, sums);
    end.add(atEnd - place.bound(pane.labels(), sums), pane);
    since.add(pane);
    follow();
    return end.hasReached() ? decide(pane.start(), wait) : Step.STAYS;
  }

  /** Moves the near end where the evidence for the fault is larger than ever. */
  private void follow() {
    Deviations.Best best = deviations.best(since.panes().sums());
    if (best.sum() <= 0 || best.sum() < largest) {
      return;
    }
    largest = best.sum();
    double nearEnd = deviations.near(best, since.panes().sums());
    if (!best.isLike(family, near)) {
      moveNear(best.family(), nearEnd);
      end.restart();
    } else if (Math.abs(nearEnd) > Math.abs(near)) {
      moveNear(family, nearEnd);
    }
  }

  private Step decide(long now, long wait) {
    Stretch repaired = end.repaired();
    double beyond = deviations.logEBeyond(repaired);
    if (beyond >= CHANGED) {
      begin(repaired, Since.exactly(repaired.start()));
      return Step.CHANGED;
    }
    return end.isQuiet(beyond, now, wait)
            && deviations.isRefuted(family, near, REFUTED, repaired.sums())
        ? Step.ENDED
        : Step.STAYS;
  }

  @Override
  public Since since() {
    return since.since();
  }

  @Override
  public long repaired() {
    return end.repaired().start();
  }

  @Override
  public OpenFault successor() {
    return this;
  }

  @Override
  public Fault fault() {
    return new Fault(
        since(),
        deviations.evidence(since.panes()),
        Optional.of(deviations.describe(since.panes())),
        "",
        true);
  }
}
