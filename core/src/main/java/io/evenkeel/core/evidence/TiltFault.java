package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fault that a {@linkplain TiltBets bet on a tilt} has found and no recalibration tells: mutable.
 *
 * <p>The tilt of the bet that found it is frozen, so that what comes later is independent of its
 * choice. An e-process bets that the fault is less than the part b of it: M ← (M + γ)
 * exp(−l<sub>b</sub>), with b fixed before the pane. If the truth has been the part x ≥ b of the
 * tilt at all times, constant or not, M ever reaches 1/α with a chance of at most α: E<sub>x</sub>
 * exp(−l<sub>b</sub>) = exp(a(x − b) + a(b) − a(x)) ≤ 1 for a convex with a(0) = 0.
 *
 * <p>At first b is a half. As the tilt was chosen by the data, that may be too large: the fault is
 * not confirmed then, and should wake nobody. The panes after the detection confirm it when some
 * part of the tilt has {@value #CONFIRMED} nats in them; from then on b is the least part whose sum
 * is within 4.6 nats of the best one, or half of the best one, if that is more, and it only grows.
 */
final class TiltFault implements OpenFault {
  /** The evidence of the panes after the detection from which on they confirm the fault. */
  private static final double CONFIRMED = 9.2;

  /** The fault is refuted by so many nats. */
  private static final double REFUTED = -3;

  /** From that evidence on a recalibration tells what the fault is. */
  private static final double NAMED = 13;

  /** The parts of the tilt that are looked at are the multiples of 1 / PARTS. */
  private static final int PARTS = 8;

  private static final int SCALARS = 2;

  private final Deviations deviations;
  private final Tilt tilt;
  private final Onset since;
  private final EndProcess end;

  /** The sums of log-ratios of each part, of the panes after the detection. */
  private final double[] after = new double[PARTS];

  /** The same of the panes since the fault seems to be gone. */
  private final double[] repaired = new double[PARTS];

  private int near = PARTS / 2;
  private double largest;

  private TiltFault(Deviations deviations, Tilt tilt) {
    this.deviations = deviations;
    this.tilt = tilt;
    this.since = new Onset(deviations.grid().size());
    this.end = new EndProcess(deviations.grid().size());
  }

  /** A fault that has just been found. */
  static TiltFault found(Deviations deviations, Tilt tilt, Stretch stretch, Since since) {
    TiltFault fault = new TiltFault(deviations, tilt);
    fault.since.set(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known, but for its tilt. */
  static TiltFault read(Deviations deviations, Tilt tilt, DoubleBuffer state) {
    TiltFault fault = new TiltFault(deviations, tilt);
    fault.near = (int) state.get();
    fault.largest = state.get();
    state.get(fault.after).get(fault.repaired);
    fault.since.read(state);
    fault.end.read(state);
    return fault;
  }

  @Override
  public int length() {
    return tilt.length() + SCALARS + 2 * PARTS + since.length() + end.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    tilt.write(state);
    state.put(near).put(largest).put(after).put(repaired);
    since.write(state);
    end.write(state);
  }

  @Override
  public Step add(Pane pane, long wait) {
    since.add(pane);
    Optional<Sketch> sketch = pane.sketch();
    if (sketch.isEmpty()) {
      return Step.STAYS;
    }
    double[] logRatios = new double[PARTS];
    Arrays.setAll(logRatios, k -> tilt.logRatio(sketch.get(), (k + 1.0) / PARTS));
    if (end.add(-logRatios[near - 1], pane)) {
      Arrays.fill(repaired, 0);
    }
    for (int k = 0; k < PARTS; k++) {
      after[k] += logRatios[k];
      repaired[k] += logRatios[k];
    }
    follow();
    if (deviations.best(since.panes().sums()).sum() >= NAMED) {
      return Step.CHANGED;
    }
    return end.hasReached() ? decide(pane.start(), wait) : Step.STAYS;
  }

  /** Moves the near end where the evidence after the detection is larger than ever. */
  private void follow() {
    int best = 0;
    for (int k = 1; k < PARTS; k++) {
      best = after[k] > after[best] ? k : best;
    }
    if (after[best] <= largest) {
      return;
    }
    largest = after[best];
    if (isConfirmed()) {
      int least = best;
      while (least > 0 && after[least - 1] >= largest - Deviations.SLACK) {
        least--;
      }
      near = Math.max(near, Math.max(least + 1, (best + 1) / 2));
    }
  }

  private boolean isConfirmed() {
    return largest >= CONFIRMED;
  }

  private Step decide(long now, long wait) {
    Stretch stretch = end.repaired();
    double beyond = deviations.logEBeyond(stretch);
    if (beyond >= CHANGED) {
      since.set(stretch);
      return Step.CHANGED;
    }
    boolean isRefuted = repaired[near - 1] <= REFUTED;
    return end.isQuiet(beyond, now, wait) && isRefuted ? Step.ENDED : Step.STAYS;
  }

  /** A fault with a name. */
  @Override
  public OpenFault successor() {
    return RecalibrationFault.found(deviations, since.panes(), since());
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
  public Fault fault() {
    return new Fault(
        since(),
        deviations.evidence(since.panes()),
        Optional.empty(),
        tilt.describe(),
        isConfirmed());
  }
}
