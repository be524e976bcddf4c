package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.jspecify.annotations.Nullable;

/**
 * A normal distribution in d &ge; 1 dimensions, with independent coordinates or a full covariance.
 */
public final class Normal implements PredictiveDistribution {
  /** Asymmetry and negative eigenvalues up to this share of the largest variance are rounding. */
  private static final double ROUNDING = 1e-10;

  private final double[] mean;
  private final double[] variances;

  /** Row-major d &times; d, or null when the coordinates are independent. */
  private final double @Nullable [] covariance;

  private Normal(double[] mean, double[] variances, double @Nullable [] covariance) {
    this.mean = mean;
    this.variances = variances;
    this.covariance = covariance;
  }

  /**
   * The univariate normal distribution.
   *
   * @param mean any finite number
   * @param standardDeviation 0, which is a point mass, or of a square that is a number: from about
   *     1.6e-162 to 1.3e154
   */
  public static Normal of(double mean, double standardDeviation) {
    Checks.finiteNotNegative("standard deviation", standardDeviation);
    double variance = standardDeviation * standardDeviation;
    if (standardDeviation > 0 && !(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "standard deviation must be 0 or between 1.6e-162 and 1.3e154, got " + standardDeviation);
    }
    return diagonal(new double[] {mean}, new double[] {variance});
  }

  /** The point mass at a vector: the normal distribution without variance. */
  public static Normal point(RealVector at) {
    double[] mean = new double[at.dimension()];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = at.get(i);
    }
    return new Normal(mean, new double[mean.length], null);
  }

  /**
   * The normal distribution with independent coordinates.
   *
   * @param mean d finite numbers
   * @param variances d finite numbers &ge; 0
   */
  public static Normal diagonal(double[] mean, double[] variances) {
    checkMean(mean);
    checkLength("variances", variances.length, mean.length);
    for (double v : variances) {
      Checks.finiteNotNegative("variance", v);
    }
    return new Normal(mean.clone(), variances.clone(), null);
  }

  /**
   * The normal distribution with a full covariance.
   *
   * @param mean d finite numbers
   * @param covariance d rows of d finite numbers, symmetric and positive semi-definite to within
   *     1e-10 of the largest variance
   */
  public static Normal full(double[] mean, double[][] covariance) {
    checkMean(mean);
    int d = mean.length;
    checkLength("covariance rows", covariance.length, d);
    double[] variances = new double[d];
    double largest = 0;
    for (int i = 0; i < d; i++) {
      checkLength("covariance[" + i + "]", covariance[i].length, d);
      Checks.finiteNotNegative("a variance of the covariance", covariance[i][i]);
      variances[i] = covariance[i][i];
      largest = Math.max(largest, variances[i]);
    }
    double[] flat = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        if (!(Math.abs(covariance[i][j] - covariance[j][i]) <= ROUNDING * largest)) {
          throw new IllegalArgumentException(
              "covariance must be symmetric and finite, got ["
                  + i
                  + "]["
                  + j
                  + "] = "
                  + covariance[i][j]
                  + " and ["
                  + j
                  + "]["
                  + i
                  + "] = "
                  + covariance[j][i]);
        }
        flat[i * d + j] = covariance[i][j];
      }
    }
    checkPositiveSemiDefinite(flat, d, largest);
    return new Normal(mean.clone(), variances, flat);
  }

  /** The number of coordinates d. */
  public int dimension() {
    return mean.length;
  }

  /** The mean. */
  public RealVector mean() {
    return new RealVector(mean);
  }

  /** Coordinate i of the mean, 0-based. */
  public double mean(int i) {
    return mean[i];
  }

  /** The variance of coordinate i, 0-based. */
  public double variance(int i) {
    return variances[i];
  }

  /** The covariance of coordinates i and j, 0-based. */
  public double covariance(int i, int j) {
    if (covariance == null) {
      return i == j ? variances[i] : 0;
    }
    return covariance[i * mean.length + j];
  }

  /** Whether no coordinate has any variance. */
  public boolean isPoint() {
    return Arrays.stream(variances).allMatch(variance -> variance == 0);
  }

  /** Whether the coordinates are independent by construction. */
  public boolean isDiagonal() {
    return covariance == null;
  }

  @Override
  public TargetSpace space() {
    return TargetSpace.reals(mean.length);
  }

  private static void checkMean(double[] mean) {
    if (mean.length == 0) {
      throw new IllegalArgumentException("a mean needs at least one number");
    }
    for (int i = 0; i < mean.length; i++) {
      if (!Double.isFinite(mean[i])) {
        throw new IllegalArgumentException("mean[" + i + "] must be finite, got " + mean[i]);
      }
    }
  }

  private static void checkLength(String what, int length, int d) {
    if (length != d) {
      throw new IllegalArgumentException(what + " must have length " + d + ", got " + length);
    }
  }

  private static void checkPositiveSemiDefinite(double[] flat, int d, double largest) {
    var eigen = DecompositionFactory_DDRM.eig(d, false, true);
    if (!eigen.decompose(new DMatrixRMaj(d, d, true, flat.clone()))) {
      throw new IllegalArgumentException("covariance has no eigenvalues: " + Arrays.toString(flat));
    }
    for (int i = 0; i < d; i++) {
      double value = eigen.getEigenvalue(i).getReal();
      if (!(value >= -ROUNDING * largest)) {
        throw new IllegalArgumentException(
            "covariance must be positive semi-definite, got an eigenvalue of " + value);
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Normal that
        && Arrays.equals(mean, that.mean)
        && Arrays.equals(variances, that.variances)
        && Arrays.equals(covariance, that.covariance);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(mean) * 31 + Arrays.hashCode(variances);
  }

  @Override
  public String toString() {
    return "Normal(mean "
        + Arrays.toString(mean)
        + ", "
        + (covariance == null
            ? "variances " + Arrays.toString(variances)
            : "covariance " + Arrays.toString(covariance))
        + ")";
  }
}
