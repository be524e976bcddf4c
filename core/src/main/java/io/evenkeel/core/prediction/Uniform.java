package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;

/**
 * The uniform distribution of one real number between two ends.
 *
 * @param low the lower end, finite
 * @param high the upper end, finite and at least the lower one; equal to it, a point mass
 */
public record Uniform(double low, double high) implements PredictiveDistribution {
  private static final TargetSpace SPACE = TargetSpace.reals(1);

  /** Checks the ends. */
  public Uniform {
    Checks.finite("low", low);
    Checks.finite("high", high);
    Checks.finiteNotNegative("high - low", high - low);
  }

  /** The width, high − low. */
  public double width() {
    return high - low;
  }

  @Override
  public TargetSpace space() {
    return SPACE;
  }
}
