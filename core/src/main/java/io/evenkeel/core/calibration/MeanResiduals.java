package io.evenkeel.core.calibration;

import java.util.function.Function;

/**
 * An estimate m of the mean residual E[r | x], which is an estimate h(x, x′) = ⟨m(x), m(x′)⟩ of its
 * inner products, too. Positive semi-definite.
 *
 * @param means the mean residual at each of the n points of a sample: n &times; d numbers
 */
record MeanResiduals(Function<ResidualSample, double[][]> means) implements CalibrationFunction {

  @Override
  public double[][] matrix(ResidualSample sample) {
    double[][] at = means.apply(sample);
    double[][] matrix = new double[at.length][at.length];
    for (int i = 0; i < at.length; i++) {
      for (int j = 0; j < at.length; j++) {
        matrix[i][j] = product(at[i], at[j]);
      }
    }
    return matrix;
  }

  @Override
  public double[] diagonal(ResidualSample sample) {
    double[][] at = means.apply(sample);
    double[] diagonal = new double[at.length];
    for (int i = 0; i < at.length; i++) {
      diagonal[i] = product(at[i], at[i]);
    }
    return diagonal;
  }

  /**
   * The same in O(nd²): over all pairs Σ (⟨r, r′⟩ − ⟨m, m′⟩)² = ‖RᵀR‖² − 2‖RᵀM‖² + ‖MᵀM‖², of which
   * the pairs of a row with itself are taken away.
   */
  @Override
  public double risk(ResidualSample sample) {
    if (sample.size() < 2) {
      return Double.NaN;
    }
    double[][] at = means.apply(sample);
    double[][] residuals = sample.residuals();
    double sum =
        squaredProduct(residuals, residuals)
            - 2 * squaredProduct(residuals, at)
            + squaredProduct(at, at);
    for (int i = 0; i < at.length; i++) {
      double difference = sample.residualProduct(i, i) - product(at[i], at[i]);
      sum -= difference * difference;
    }
    return sum / ((double) at.length * (at.length - 1));
  }

  /** ‖AᵀB‖² of two matrices with as many rows. */
  private static double squaredProduct(double[][] a, double[][] b) {
    double sum = 0;
    int columns = a.length == 0 ? 0 : a[0].length;
    for (int k = 0; k < columns; k++) {
      for (int l = 0; l < columns; l++) {
        double product = 0;
        for (int i = 0; i < a.length; i++) {
          product += a[i][k] * b[i][l];
        }
        sum += product * product;
      }
    }
    return sum;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }
}
