package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fault that a {@linkplain TiltBets bet on a tilt} has found: mutable.
 *
 * <p>An e-process bets that the fault is less than the part b of the line of the frozen tilt: M ←
 * (M + γ) exp(−l<sub>b</sub>), with b fixed before the pane. If the truth has been a part x ≥ b at
 * all times, constant or not, M ever reaches 1/α with a chance of at most α: E<sub>x</sub>
 * exp(−l<sub>b</sub>) ≤ 1, as each kind of tilt shows. With a bound of l<sub>b</sub> from above it
 * is less.
 *
 * <p>At first b follows from what was found, which may be too large. The panes after the detection
 * confirm the fault when some part has {@value BetFault#CONFIRMED} nats in them; from then on b is
 * the least part that may be within some nats of the best one, or half of the best one, if that is
 * more.
 */
final class TiltFault extends BetFault {
  /** The fault is refuted by so many nats. */
  private static final double REFUTED = -3;

  private final Tilt tilt;
  private final double[] parts;

  /** The sums of the panes after the detection. */
  private final double[] after;

  /** The same of the panes since the fault seems to be gone. */
  private final double[] repaired;

  private int near;

  private TiltFault(Deviations deviations, Tilt tilt) {
    super(deviations);
    this.tilt = tilt;
    this.parts = tilt.parts();
    this.after = new double[tilt.sums()];
    this.repaired = new double[tilt.sums()];
    this.near = atMost(tilt.unconfirmed());
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
    return tilt.length() + 1 + after.length + repaired.length + super.length();
  }

  /** The largest part that is at most x, or the first one. */
  private int atMost(double x) {
    int at = parts.length - 1;
    while (at > 0 && parts[at] > x) {
      at--;
    }
    return at;
  }

  @Override
  Optional<Double> logFactor(Pane pane) {
    return pane.sketch().flatMap(tilt::sums).map(sums -> -tilt.logRatioAtMost(parts[near], sums));
  }

  @Override
  void restart() {
    Arrays.fill(repaired, 0);
  }

  @Override
  double learn(Pane pane) {
    double[] sums = pane.sketch().flatMap(tilt::sums).orElseThrow();
    for (int i = 0; i < sums.length; i++) {
      after[i] += sums[i];
      repaired[i] += sums[i];
    }
    return largest(after);
  }

  private double largest(double[] sums) {
    return tilt.logRatio(parts[best(sums)], sums);
  }

  private int best(double[] sums) {
    int best = 0;
    double largest = tilt.logRatio(parts[0], sums);
    for (int k = 1; k < parts.length; k++) {
      double logRatio = tilt.logRatio(parts[k], sums);
      if (logRatio > largest) {
        best = k;
        largest = logRatio;
      }
    }
    return best;
  }

  @Override
  void moveNear() {
    int best = best(after);
    double likely = tilt.logRatio(parts[best], after) - tilt.slack();
    int least = best;
    while (least > 0 && tilt.logRatioAtMost(parts[least - 1], after) >= likely) {
      least--;
    }
    int lowest = Math.max(least, atMost(parts[best] / 2));
    near = Math.max(lowest, Math.min(near, best));
  }

  @Override
  void halveNear() {
    near = atMost(parts[near] / 2);
  }

  @Override
  boolean isRefuted() {
    return tilt.logRatioAtMost(parts[near], repaired) <= REFUTED;
  }

  @Override
  boolean isShown() {
    return largest(repaired) >= CONFIRMED;
  }

  @Override
  String describe() {
    return largest(after) >= CONFIRMED ? tilt.describe(parts[best(after)]) : tilt.describe();
  }
}
