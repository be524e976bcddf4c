package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The squared maximum mean discrepancy of two samples x and y of n vectors each, paired by index.
 * (Gretton et al. 2012, JMLR 13.)
 *
 * @param kernel k
 */
public record Mmd(FeatureKernel kernel) {

  /** A standard deviation up to this share of the largest term is rounding. */
  private static final double ROUNDING = 1e-14;

  /**
   * The estimate in linear time.
   *
   * @param terms the number m of terms
   * @param estimate their mean: unbiased, may be negative; NaN without terms
   * @param standardDeviation of the terms, with denominator m − 1; NaN below two
   * @param statistic z = √m estimate / standardDeviation, NaN if degenerate
   * @param pValue Φ(−z), 1 if degenerate
   */
  public record Linear(
      int terms, double estimate, double standardDeviation, double statistic, double pValue) {}

  /**
   * The unbiased estimate, the mean of k(x_i, x_j) + k(y_i, y_j) − 2k(x_i, y_j) over i ≠ j. O(n²).
   */
  public double unbiased(double[][] x, double[][] y) {
    Checks.sameLength("x", x.length, "y", y.length);
    double n = x.length;
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * term(x[i], x[j], y[i], y[j]);
      }
    }
    return sum / (n * (n - 1));
  }

  /**
   * The terms k(x, x′) + k(y, y′) − k(x, y′) − k(x′, y) of the consecutive disjoint pairs of
   * indices. O(n).
   */
  public double[] linearTerms(double[][] x, double[][] y) {
    Checks.sameLength("x", x.length, "y", y.length);
    double[] terms = new double[x.length / 2];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = term(x[2 * i], x[2 * i + 1], y[2 * i], y[2 * i + 1]);
    }
    return terms;
  }

  /** The estimate and test in linear time: cheap, and of low power. O(n). */
  public Linear linear(double[][] x, double[][] y) {
    double[] terms = linearTerms(x, y);
    int m = terms.length;
    double mean = 0;
    double largest = 0;
    for (double term : terms) {
      mean += term / m;
      largest = Math.max(largest, Math.abs(term));
    }
    double squares = 0;
    for (double term : terms) {
      squares += (term - mean) * (term - mean);
    }
    double sd = m < 2 ? Double.NaN : Math.sqrt(squares / (m - 1));
    if (!(sd > ROUNDING * largest)) {
      return new Linear(m, m == 0 ? Double.NaN : mean, sd, Double.NaN, 1);
    }
    double z = Math.sqrt((double) m) * mean / sd;
    return new Linear(m, mean, sd, z, NormalDistribution.of(0, 1).survivalProbability(z));
  }

  private double term(double[] x, double[] x2, double[] y, double[] y2) {
    return kernel.apply(x, x2) + kernel.apply(y, y2) - kernel.apply(x, y2) - kernel.apply(x2, y);
  }
}
