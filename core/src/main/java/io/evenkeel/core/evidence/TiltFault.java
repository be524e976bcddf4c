package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fault that a {@linkplain TiltBets bet on a tilt} has found: mutable.
 *
 * <p>An e-process bets that the fault is less than the part b of the frozen tilt: M ← (M + γ)
 * exp(−l<sub>b</sub>), with b fixed before the pane. If the truth has been the part x ≥ b of the
 * tilt at all times, constant or not, M ever reaches 1/α with a chance of at most α: E<sub>x</sub>
 * exp(−l<sub>b</sub>) = exp(a(x − b) + a(b) − a(x)) ≤ 1 for a convex with a(0) = 0.
 *
 * <p>At first b is a half, which may be too large. The panes after the detection confirm the fault
 * when some part of the tilt has {@value BetFault#CONFIRMED} nats in them; from then on b is the
 * least part whose sum is within 4.6 nats of the best one, or half of the best one, if that is
 * more.
 */
final class TiltFault extends BetFault {
  /** The fault is refuted by so many nats. */
  private static final double REFUTED = -3;

  /** The parts of the tilt that are looked at are the multiples of 1 / PARTS. */
  private static final int PARTS = 8;

  private final Tilt tilt;

  /** The sums of log-ratios of each part, of the panes after the detection. */
  private final double[] after = new double[PARTS];

  /** The same of the panes since the fault seems to be gone. */
  private final double[] repaired = new double[PARTS];

  private int near = PARTS / 2;

  private TiltFault(Deviations deviations, Tilt tilt) {
    super(deviations);
    this.tilt = tilt;
  }

  /** A fault that has just been found. */
  static TiltFault found(Deviations deviations, Tilt tilt, Stretch stretch, Since since) {
    TiltFault fault = new TiltFault(deviations, tilt);
    fault.begin(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known, but for its tilt. */
  static TiltFault read(Deviations deviations, Tilt tilt, DoubleBuffer state) {
    TiltFault fault = new TiltFault(deviations, tilt);
    fault.read(state);
    return fault;
  }

  @Override
  void read(DoubleBuffer state) {
    near = (int) state.get();
    state.get(after).get(repaired);
    super.read(state);
  }

  @Override
  public void write(DoubleBuffer state) {
    tilt.write(state);
    state.put(near).put(after).put(repaired);
    super.write(state);
  }

  @Override
  public int length() {
    return tilt.length() + 1 + 2 * PARTS + super.length();
  }

  @Override
  Optional<Double> logFactor(Pane pane) {
    return pane.sketch().map(sketch -> -logRatio(sketch, near - 1));
  }

  private double logRatio(Sketch sketch, int part) {
    return tilt.logRatio(sketch, (part + 1.0) / PARTS);
  }

  @Override
  void restart() {
    Arrays.fill(repaired, 0);
  }

  @Override
  double learn(Pane pane) {
    Sketch sketch = pane.sketch().orElseThrow();
    for (int k = 0; k < PARTS; k++) {
      double logRatio = logRatio(sketch, k);
      after[k] += logRatio;
      repaired[k] += logRatio;
    }
    return after[best()];
  }

  private int best() {
    int best = 0;
    for (int k = 1; k < PARTS; k++) {
      best = after[k] > after[best] ? k : best;
    }
    return best;
  }

  @Override
  void moveNear() {
    int best = best();
    int least = best;
    while (least > 0 && after[least - 1] >= after[best] - Deviations.SLACK) {
      least--;
    }
    int likely = Math.max(least + 1, (best + 1) / 2);
    near = Math.max(likely, Math.min(near, best + 1));
  }

  @Override
  void halveNear() {
    near = Math.max(1, near / 2);
  }

  @Override
  boolean isRefuted() {
    return repaired[near - 1] <= REFUTED;
  }

  @Override
  boolean isShown() {
    return Arrays.stream(repaired).max().orElseThrow() >= CONFIRMED;
  }

  @Override
  String describe() {
    return tilt.describe();
  }
}
