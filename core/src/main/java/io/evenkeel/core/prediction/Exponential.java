package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;

/**
 * The exponential distribution of one real number to one side of an origin: that of o + s X, where
 * X &ge; 0 has the density e^(−x).
 *
 * @param origin o, finite
 * @param scale s, finite: a positive scale for a tail to the right, a negative one for a tail to
 *     the left; zero is a point mass
 */
public record Exponential(double origin, double scale) implements PredictiveDistribution {
  private static final TargetSpace SPACE = TargetSpace.reals(1);

  /** Checks the parameters. */
  public Exponential {
    Checks.finite("origin", origin);
    Checks.finite("scale", scale);
  }

  @Override
  public TargetSpace space() {
    return SPACE;
  }
}
