package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;

/** How good an estimate of squared calibration errors is, and what it gives. */
public final class SquaredCalibrationError {

  private SquaredCalibrationError() {}

  /**
   * The risk of h on a sample that it was not learned from, n &ge; 2: the mean over i ≠ j of (⟨r_i,
   * r_j⟩ − h_ij)². In expectation it exceeds the least possible by the mean squared error of h, so
   * that smaller is better, whatever made h. NaN if n &lt; 2.
   *
   * <p>Source: Gruber and Bach, <i>Optimizing estimators of squared calibration errors in
   * classification</i>, Equation 20.
   *
   * @param h n &times; n numbers
   */
  public static double risk(ResidualSample sample, double[][] h) {
    int n = sample.size();
    Checks.sameLength("h", h.length, "the sample", n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (i != j) {
          double difference = sample.residualProduct(i, j) - h[i][j];
          sum += difference * difference;
        }
      }
    }
    return sum / ((double) n * (n - 1));
  }
}
