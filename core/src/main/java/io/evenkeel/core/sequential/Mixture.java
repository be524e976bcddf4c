package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/** Checks of the weights of a mixture of processes. */
final class Mixture {
  private static final double ROUNDING = 1e-9;

  private Mixture() {}

  /** The logarithms of weights that are positive and sum to one. */
  static double[] logWeights(double[] weights) {
    double[] logs = new double[weights.length];
    double sum = 0;
    for (int g = 0; g < weights.length; g++) {
      logs[g] = Math.log(Checks.positive("weight", weights[g]));
      sum += weights[g];
    }
    if (!(Math.abs(sum - 1) <= ROUNDING)) {
      throw new IllegalArgumentException("weights must sum to 1, got a sum of " + sum);
    }
    return logs;
  }

  /** Passes if there is one factor for each component and none is NaN. */
  static void checkFactors(double[] logFactors, int components) {
    Checks.sameLength("factors", logFactors.length, "components", components);
    for (double factor : logFactors) {
      if (Double.isNaN(factor)) {
        throw new IllegalArgumentException("a logarithm must be a number, got NaN");
      }
    }
  }
}
