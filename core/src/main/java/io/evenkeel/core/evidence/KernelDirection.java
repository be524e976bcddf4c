package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The residuals of the mean embedding along a direction: mutable. */
final class KernelDirection implements Direction {
  private final ResidualMemory repaired;
  private final double[] weights;
  private final double mean;
  private final double variance;

  private KernelDirection(ResidualMemory repaired, double[] weights, double mean, double variance) {
    this.repaired = repaired;
    this.weights = weights;
    this.mean = mean;
    this.variance = variance;
  }

  /**
   * The direction of a bet.
   *
   * @param effect for which the bet is the best, in standard deviations
   */
  static KernelDirection of(Profile profile, KernelBet bet, double effect) {
    double scale = 1 / bet.bound();
    double[] weights = Arrays.stream(bet.direction()).map(w -> w * scale).toArray();
    return new KernelDirection(
        ResidualMemory.read(profile), weights, effect * scale, scale * scale);
  }

  /** The direction whose {@linkplain #write state} is known; the profile must be the same. */
  static KernelDirection read(Profile profile, DoubleBuffer state) {
    double[] weights = new double[profile.locations().size()];
    state.get(weights);
    double[] residuals = ResidualMemory.read(profile).toArray();
    state.get(residuals);
    return new KernelDirection(
        ResidualMemory.read(profile, residuals), weights, state.get(), state.get());
  }

  @Override
  public int length() {
    return weights.length + repaired.length() + 2;
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(weights).put(repaired.toArray()).put(mean).put(variance);
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double variance() {
    return variance;
  }

  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().filter(repaired::isOf).flatMap(of -> of.project(weights));
  }

  @Override
  public Optional<Double> logEnd(double near, Pane pane) {
    return project(pane).map(of -> new EndingFactor(near, variance, spread()).log(of));
  }

  /**
   * What the variance of x is at most while the fault lasts, as a multiple of what it is if
   * calibrated. Of classes nothing is known: rare events may come many times as often.
   */
  private double spread() {
    return repaired.profile().space().kind() == TargetSpace.Kind.REALS
        ? 2
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public void restart() {
    repaired.clear();
  }

  @Override
  public void add(Pane pane) {
    pane.sketch().ifPresent(repaired::add);
  }

  @Override
  public String describe() {
    return "miscalibrated in a way that no simple recalibration mends";
  }

  /** Of residuals in any direction. */
  @Override
  public double pValue() {
    return repaired.pValue();
  }
}
