package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * A fault that a bet on residuals has found: mutable.
 *
 * <p>The residuals x ≤ 1 along the frozen {@linkplain Direction direction} have a positive mean m
 * while the fault lasts. An e-process bets that it is less than a near end b: M ← (M + γ) times a
 * {@linkplain Direction#logEnd factor}, with b fixed before the pane.
 *
 * <p>At first b is half of the mean for which the bet is the best, which may be too large. The
 * panes after the detection confirm the fault when they show a mean above 0 by {@value
 * BetFault#CONFIRMED} nats; from then on b follows the near end of its likelihood interval.
 */
final class ResidualFault extends BetFault {
  /** The near end is at least this share of the estimate. */
  private static final double SHARE = 0.5;

  /** The fault is refuted by residuals that calibrated predictions have 19 times of 20. */
  private static final double REFUTED = 0.05;

  private static final int SCALARS = 4;

  private final Direction direction;
  private double near;
  private double labels;
  private double sum;
  private double nullVariance;

  private ResidualFault(Deviations deviations, Direction direction) {
    super(deviations);
    this.direction = direction;
  }

  /** A fault that has just been found. */
  static ResidualFault found(
      Deviations deviations, Direction direction, Stretch stretch, Since since) {
    ResidualFault fault = new ResidualFault(deviations, direction);
    fault.near = SHARE * direction.mean();
    fault.begin(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known, but for its direction. */
  static ResidualFault read(Deviations deviations, Direction direction, DoubleBuffer state) {
    ResidualFault fault = new ResidualFault(deviations, direction);
    fault.read(state);
    return fault;
  }

  @Override
  void read(DoubleBuffer state) {
    near = state.get();
    labels = state.get();
    sum = state.get();
    nullVariance = state.get();
    super.read(state);
  }

  @Override
  public void write(DoubleBuffer state) {
    direction.write(state);
    state.put(near).put(labels).put(sum).put(nullVariance);
    super.write(state);
  }

  @Override
  public int length() {
    return direction.length() + SCALARS + super.length();
  }

  @Override
  Optional<Double> logFactor(Pane pane) {
    return direction.logEnd(near, pane);
  }

  @Override
  void restart() {
    direction.restart();
  }

  @Override
  double learn(Pane pane) {
    direction.add(pane);
    direction
        .project(pane)
        .ifPresent(
            residuals -> {
              labels += residuals.n();
              sum += residuals.sum();
              nullVariance += residuals.nullVariance();
            });
    return sum > 0 && nullVariance > 0 ? direction.evidence(sum, nullVariance) : 0;
  }

  @Override
  void moveNear() {
    double mean = sum / labels;
    double likely = Math.max(direction.nearEnd(labels, sum, nullVariance), SHARE * mean);
    near = Math.max(likely, Math.min(near, mean));
  }

  @Override
  void halveNear() {
    near /= 2;
  }

  @Override
  boolean isRefuted() {
    return direction.pValue() > REFUTED;
  }

  @Override
  boolean isShown() {
    return direction.pValue() < Math.exp(-CONFIRMED);
  }

  @Override
  String describe() {
    return direction.describe();
  }
}
