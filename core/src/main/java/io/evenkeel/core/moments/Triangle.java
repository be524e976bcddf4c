package io.evenkeel.core.moments;

/** The upper triangle of a symmetric matrix, packed row by row. */
final class Triangle {

  private Triangle() {}

  /** The number of entries of an n × n matrix. */
  static int length(int n) {
    return n * (n + 1) / 2;
  }

  /** What to add to a column j &ge; i for the position of the entry (i, j). */
  static int row(int i, int n) {
    return i * (2 * n - i - 1) / 2;
  }

  /** The upper triangle of an n × n matrix. */
  static double[] pack(double[][] matrix) {
    int n = matrix.length;
    double[] packed = new double[length(n)];
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        packed[row(i, n) + j] = matrix[i][j];
      }
    }
    return packed;
  }
}
