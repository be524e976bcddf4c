package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;

/**
 * The Matérn kernel of smoothness 3/2 on real vectors, with κ as in {@link Matern32Kernel}.
 *
 * @param length ℓ &gt; 0, in the unit of the target
 */
public record Matern32TargetKernel(double length) implements RadialTargetKernel {

  /** Checks the length. */
  public Matern32TargetKernel {
    Checks.positive("length", length);
  }

  @Override
  public double ofDistance(double distance) {
    return Matern32Kernel.kappa(distance / length);
  }
}
