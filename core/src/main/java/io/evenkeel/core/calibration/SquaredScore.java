package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;

/** The Brier score. */
record SquaredScore() implements ProperScore {

  @Override
  public double convex(double[] frequencies) {
    double sum = 0;
    for (double q : frequencies) {
      sum += q * q;
    }
    return sum;
  }

  @Override
  public double divergence(double[] frequencies, Categorical p) {
    double sum = 0;
    for (int k = 0; k < frequencies.length; k++) {
      double difference = frequencies[k] - p.probability(k);
      sum += difference * difference;
    }
    return sum;
  }
}
