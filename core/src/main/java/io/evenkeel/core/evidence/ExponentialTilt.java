package io.evenkeel.core.evidence;

import java.util.Arrays;

/**
 * A tilt with the densities q<sub>x</sub> = p exp(xℓ − a(x)), a convex with a(0) = a(1) = 0. Under
 * q<sub>x</sub> the expectation of p/q<sub>b</sub>, b ≤ x, is exp(a(x − b) + a(b) − a(x)) ≤ 1.
 */
interface ExponentialTilt extends Tilt {
  /** The multiples of 1 / PARTS are tried. */
  int PARTS = 8;

  @Override
  default double[] parts() {
    double[] parts = new double[PARTS];
    Arrays.setAll(parts, k -> (k + 1.0) / PARTS);
    return parts;
  }
}
