package io.evenkeel.core.hypothesis;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.mult.VectorVectorMult_DDRM;

/**
 * The quadratic form xᵀS⁺x of a vector and its covariance, over the directions in which the
 * covariance can be trusted.
 *
 * @param value xᵀS⁺x, x scaled to unit variances and S⁺ the inverse of the correlation matrix on
 *     the eigenvectors that are kept
 * @param rank the number of these eigenvectors
 */
record SpectralForm(double value, int rank) {
  /** The square of a residual over a variance below this might be no number. */
  private static final double SMALLEST = 1e-280;

  /** A second estimate of a variance counts if it is more than so many times as large. */
  private static final double OVERDISPERSED = 2;

  /**
   * The form over the coordinates whose variance exceeds {@code smallestVariance} and the
   * eigenvectors of their correlation matrix whose eigenvalue exceeds the share {@code tolerance}
   * of the largest.
   */
  static SpectralForm of(double[] x, double[][] s, double smallestVariance, double tolerance) {
    return of(x, s, s, smallestVariance, tolerance);
  }

  /**
   * The same with a second estimate of the covariance, whose variance counts in the directions in
   * which it is more than twice as large.
   */
  static SpectralForm of(
      double[] x, double[][] s, double[][] second, double smallestVariance, double tolerance) {
    double least = Math.max(SMALLEST, smallestVariance);
    int[] kept = IntStream.range(0, x.length).filter(i -> s[i][i] > least).toArray();
    int size = kept.length;
    if (size == 0) {
      return new SpectralForm(0, 0);
    }
    DMatrixRMaj correlation = new DMatrixRMaj(size, size);
    DMatrixRMaj other = new DMatrixRMaj(size, size);
    double[] scaled = new double[size];
    for (int a = 0; a < size; a++) {
      int i = kept[a];
      scaled[a] = x[i] / Math.sqrt(s[i][i]);
      for (int b = 0; b < size; b++) {
        int j = kept[b];
        correlation.set(a, b, a == b ? 1 : s[i][j] / Math.sqrt(s[i][i]) / Math.sqrt(s[j][j]));
        other.set(a, b, second[i][j] / Math.sqrt(s[i][i]) / Math.sqrt(s[j][j]));
      }
    }
    return onEigenvectors(scaled, correlation, other, tolerance);
  }

  private static SpectralForm onEigenvectors(
      double[] x, DMatrixRMaj correlation, DMatrixRMaj other, double tolerance) {
    var eigen = DecompositionFactory_DDRM.eig(x.length, true, true);
    if (!eigen.decompose(correlation)) {
      throw new IllegalStateException("a correlation matrix has no eigenvalues: " + correlation);
    }
    double largest = 0;
    for (int k = 0; k < x.length; k++) {
      largest = Math.max(largest, eigen.getEigenvalue(k).getReal());
    }
    double value = 0;
    int rank = 0;
    for (int k = 0; k < x.length; k++) {
      double eigenvalue = eigen.getEigenvalue(k).getReal();
      if (eigenvalue > tolerance * largest) {
        DMatrixRMaj direction = eigen.getEigenVector(k);
        double along = 0;
        for (int a = 0; a < x.length; a++) {
          along += direction.get(a) * x[a];
        }
        double second = VectorVectorMult_DDRM.innerProdA(direction, other, direction);
        value += along * along / (second > OVERDISPERSED * eigenvalue ? second : eigenvalue);
        rank++;
      }
    }
    return new SpectralForm(value, rank);
  }
}
