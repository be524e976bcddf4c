package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;

/**
 * The test of Kolmogorov and Smirnov that two samples come from one distribution, of samples that
 * were counted in cells of an ordered axis.
 *
 * <p>The distance of the two distribution functions is taken at the ends of the cells only. It is
 * at most the distance anywhere, so the test keeps its level wherever the cells end, even where the
 * sample chose them, and for values that are tied; what it gives away is power against changes
 * within a cell.
 */
final class KolmogorovSmirnovTest {
  /** From here on the second term of the series is below the rounding of the first. */
  private static final double LARGE = 4;

  /** Below it the probability is 1 to the last digit. */
  private static final double SMALL = 0.2;

  private KolmogorovSmirnovTest() {}

  /**
   * Tests counts x and y of n and m cases: √(nm / (n + m)) max |F<sub>x</sub> − F<sub>y</sub>| with
   * the p-value of its limit. Degenerate if either sample is empty.
   *
   * @param x counts by cell, in the order of the axis, not negative
   * @param y counts, as many
   */
  static TestResult test(double[] x, double[] y) {
    Checks.sameLength("x", x.length, "y", y.length);
    double n = 0;
    double m = 0;
    for (int c = 0; c < x.length; c++) {
      n += x[c];
      m += y[c];
    }
    long cases = Math.round(Math.min(n, m));
    if (cases == 0) {
      return new TestResult(0, 1, 0, cases, true);
    }
    double belowX = 0;
    double belowY = 0;
    double largest = 0;
    for (int c = 0; c < x.length; c++) {
      belowX += x[c];
      belowY += y[c];
      largest = Math.max(largest, Math.abs(belowX / n - belowY / m));
    }
    double statistic = Math.sqrt(n * m / (n + m)) * largest;
    return new TestResult(statistic, survival(statistic), 1, cases, false);
  }

  /** P(K &gt; t) = 2 Σ<sub>k&ge;1</sub> (−1)<sup>k−1</sup> exp(−2k²t²). */
  static double survival(double t) {
    if (t < SMALL) {
      return 1;
    }
    double sum = 0;
    double sign = 1;
    int terms = t > LARGE ? 1 : (int) Math.ceil(LARGE / t) + 1;
    for (int k = 1; k <= terms; k++) {
      sum += sign * Math.exp(-2.0 * k * k * t * t);
      sign = -sign;
    }
    return Math.min(1, Math.max(0, 2 * sum));
  }
}
