package io.evenkeel.core.calibration;

/**
 * An estimate h(x, x′) of the inner product ⟨E[r | x], E[r | x′]⟩ of the mean residuals at two
 * points, learned from a sample. On the diagonal it is the squared calibration error at x; its mean
 * over predictions estimates CE₂² (or TCE₂², from confidences).
 */
@FunctionalInterface
public interface CalibrationFunction {

  /** h on all pairs of the points of a sample: a symmetric matrix of n &times; n. */
  double[][] matrix(ResidualSample at);

  /**
   * The {@linkplain SquaredCalibrationError#risk risk} on a sample that it was not learned from.
   */
  default double risk(ResidualSample sample) {
    return SquaredCalibrationError.risk(sample, matrix(sample));
  }

  /** h(x, x) at each point of a sample, without the matrix. */
  default double[] diagonal(ResidualSample at) {
    double[] diagonal = new double[at.size()];
    for (int i = 0; i < diagonal.length; i++) {
      diagonal[i] = matrix(at.subset(i))[0][0];
    }
    return diagonal;
  }
}
