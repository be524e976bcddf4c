package io.evenkeel.core.kernel;

/** The residuals of a kernel between the points of two predictions. */
final class PairResiduals {
  private PairResiduals() {}

  /**
   * Their variance. Never negative. O(n n′).
   *
   * @param p weights of n points
   * @param q weights of n′ points
   * @param values of the kernel between them, n &times; n′
   */
  static double variance(double[] p, double[] q, double[][] values) {
    double[] rowMeans = new double[p.length];
    double[] columnMeans = new double[q.length];
    double mean = 0;
    for (int i = 0; i < p.length; i++) {
      double[] row = values[i];
      double rowMean = 0;
      for (int j = 0; j < q.length; j++) {
        rowMean += row[j] * q[j];
        columnMeans[j] += row[j] * p[i];
      }
      rowMeans[i] = rowMean;
      mean += rowMean * p[i];
    }
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      double[] row = values[i];
      double centre = rowMeans[i] - mean;
      double ofRow = 0;
      for (int j = 0; j < q.length; j++) {
        double residual = row[j] - centre - columnMeans[j];
        ofRow += q[j] * residual * residual;
      }
      sum += p[i] * ofRow;
    }
    return sum;
  }
}
