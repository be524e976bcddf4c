package io.evenkeel.core.internal;

/** The mean and the empirical covariance of vectors, in two passes. Its arrays are not copied. */
public final class SampleMoments {
  /** What rounding leaves of a standard deviation of 0, relative to the largest number. */
  private static final double ROUNDING = 1e-12;

  private final double[] mean;
  private final double[][] covariance;
  private final double smallestVariance;

  private SampleMoments(double[] mean, double[][] covariance, double smallestVariance) {
    this.mean = mean;
    this.covariance = covariance;
    this.smallestVariance = smallestVariance;
  }

  /** The moments of n rows of J numbers. O(nJ²). */
  public static SampleMoments of(double[][] rows) {
    int size = rows.length == 0 ? 0 : rows[0].length;
    double[] mean = new double[size];
    double largest = 0;
    for (double[] row : rows) {
      for (int j = 0; j < size; j++) {
        mean[j] += row[j] / rows.length;
        largest = Math.max(largest, Math.abs(row[j]));
      }
    }
    double[][] covariance = new double[size][size];
    for (double[] row : rows) {
      for (int i = 0; i < size; i++) {
        for (int j = i; j < size; j++) {
          covariance[i][j] += (row[i] - mean[i]) * (row[j] - mean[j]);
        }
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        covariance[i][j] /= rows.length - 1;
        covariance[j][i] = covariance[i][j];
      }
    }
    double floor = ROUNDING * largest;
    return new SampleMoments(mean, covariance, floor * floor);
  }

  /** The mean. */
  public double[] mean() {
    return mean;
  }

  /** The covariance with denominator n − 1, not finite for fewer than two rows. */
  public double[][] covariance() {
    return covariance;
  }

  /** A variance up to this cannot be distinguished from 0. */
  public double smallestVariance() {
    return smallestVariance;
  }
}
