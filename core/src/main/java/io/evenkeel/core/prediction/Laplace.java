package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;

/**
 * The Laplace distribution of one real number, with density exp(−|y − μ| / β) / (2β).
 *
 * @param location μ, finite: mean, median and mode
 * @param scale β, finite and &ge; 0: the mean distance from μ; zero is a point mass
 */
public record Laplace(double location, double scale) implements PredictiveDistribution {
  private static final TargetSpace SPACE = TargetSpace.reals(1);

  /** Checks the parameters. */
  public Laplace {
    Checks.finite("location", location);
    Checks.finiteNotNegative("scale", scale);
  }

  @Override
  public TargetSpace space() {
    return SPACE;
  }
}
