package io.evenkeel.core.internal;

/**
 * Divided differences of t ↦ e^(−t), without cancellation and without a case for nodes that
 * coincide.
 */
public final class ExponentialDifferences {
  /** Where the power series of {@link #second} ends; with arguments below 2 it has converged. */
  private static final int TERMS = 32;

  /** Where e^(−x) is 0 in a double, even times x². */
  public static final double FARTHEST = 760;

  private ExponentialDifferences() {}

  /** (1 − e^(−x)) / x, the negative of the first divided difference at 0 and x &ge; 0. */
  public static double first(double x) {
    return x == 0 ? 1 : -Math.expm1(-x) / x;
  }

  /**
   * The second divided difference at 0, u and v, for 0 &le; u &le; v: the integral of e^(−us − vt)
   * over the triangle s, t &ge; 0, s + t &le; 1. Relative error of a few units of rounding.
   */
  public static double second(double u, double v) {
    if (v < 2) {
      return series(u, v);
    }
    if (u < 1) {
      return (first(u) - first(v)) / (v - u);
    }
    return u > FARTHEST ? first(u) / v : (first(u) - Math.exp(-u) * first(v - u)) / v;
  }

  /** e^(−v) times the second divided difference of e^t at v, v − u and 0: positive terms only. */
  private static double series(double u, double v) {
    double power = 1;
    double homogeneous = 1;
    double factorial = 2;
    double sum = 0;
    for (int k = 0; k < TERMS; k++) {
      sum += homogeneous / factorial;
      power *= v - u;
      homogeneous = v * homogeneous + power;
      factorial *= k + 3;
    }
    return Math.exp(-v) * sum;
  }
}
