package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;

/** The log loss. Its gradient is infinite at zero, so its divergence has a form of its own. */
record LogarithmicScore() implements ProperScore {

  @Override
  public double convex(double[] frequencies) {
    double sum = 0;
    for (double q : frequencies) {
      sum += q > 0 ? q * Math.log(q) : 0;
    }
    return sum;
  }

  @Override
  public double divergence(double[] frequencies, Categorical p) {
    double sum = 0;
    for (int k = 0; k < frequencies.length; k++) {
      double q = frequencies[k];
      // Not the logarithm of a ratio, which overflows for very small probabilities.
      sum += q > 0 ? q * (Math.log(q) - Math.log(p.probability(k))) : 0;
    }
    return sum;
  }
}
