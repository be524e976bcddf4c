package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;

/**
 * The rational quadratic kernel on real vectors, with κ as in {@link RationalQuadraticKernel}.
 *
 * @param length ℓ &gt; 0, in the unit of the target
 * @param alpha α &gt; 0
 */
public record RationalQuadraticTargetKernel(double length, double alpha)
    implements RadialTargetKernel {

  /** Checks the length and α. */
  public RationalQuadraticTargetKernel {
    Checks.positive("length", length);
    Checks.positive("alpha", alpha);
  }

  @Override
  public double ofDistance(double distance) {
    return RationalQuadraticKernel.kappa(distance / length, alpha);
  }
}
