package io.evenkeel.core.expected;

/**
 * A line a + b x with its posterior covariance: weighted least squares with a normal prior of mean
 * 0 for both parameters.
 */
record PriorLine(double a, double b, double varA, double varB, double covariance) {

  /** Mutable: the weighted sums that a line is fitted to. */
  static final class Sums {
    private final double precision;
    private double w;
    private double wx;
    private double wxx;
    private double wy;
    private double wxy;

    /** No points yet, and the precision of each parameter before, &gt; 0. */
    Sums(double precision) {
      this.precision = precision;
    }

    void add(double x, double y, double weight) {
      w += weight;
      wx += weight * x;
      wxx += weight * x * x;
      wy += weight * y;
      wxy += weight * x * y;
    }

    PriorLine line() {
      double first = w + precision;
      double second = wxx + precision;
      double determinant = first * second - wx * wx;
      return new PriorLine(
          (second * wy - wx * wxy) / determinant,
          (first * wxy - wx * wy) / determinant,
          second / determinant,
          first / determinant,
          -wx / determinant);
    }
  }

  /** a s + b x. */
  double at(double s, double x) {
    return a * s + b * x;
  }

  /** The variance of a s + b x. */
  double variance(double s, double x) {
    return Math.max(0, s * s * varA + x * x * varB + 2 * s * x * covariance);
  }
}
