package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;

/** A kernel on feature vectors. */
@FunctionalInterface
public interface FeatureKernel {

  /** k(x, y) for vectors of the same length. */
  double apply(double[] x, double[] y);

  /** exp(−γ‖x − y‖²). */
  static FeatureKernel gaussian(double gamma) {
    Checks.positive("gamma", gamma);
    return (x, y) -> Math.exp(-gamma * squaredDistance(x, y));
  }

  /** exp(−γ‖x − y‖). */
  static FeatureKernel laplacian(double gamma) {
    Checks.positive("gamma", gamma);
    return (x, y) -> Math.exp(-gamma * Math.sqrt(squaredDistance(x, y)));
  }

  private static double squaredDistance(double[] x, double[] y) {
    Checks.sameLength("x", x.length, "y", y.length);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return sum;
  }
}
