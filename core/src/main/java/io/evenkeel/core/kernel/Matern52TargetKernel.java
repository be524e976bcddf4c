package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;

/**
 * The Matérn kernel of smoothness 5/2 on real vectors, with κ as in {@link Matern52Kernel}.
 *
 * @param length ℓ &gt; 0, in the unit of the target
 */
public record Matern52TargetKernel(double length) implements RadialTargetKernel {

  /** Checks the length. */
  public Matern52TargetKernel {
    Checks.positive("length", length);
  }

  @Override
  public double ofDistance(double distance) {
    return Matern52Kernel.kappa(distance / length);
  }
}
