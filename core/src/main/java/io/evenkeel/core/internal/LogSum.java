package io.evenkeel.core.internal;

/** Sums of numbers that are known by their logarithms. */
public final class LogSum {

  private LogSum() {}

  /** log Σ exp(a_i + b_i), without overflow; −∞ if all terms are zero. */
  public static double of(double[] a, double[] b) {
    double top = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < a.length; i++) {
      top = Math.max(top, a[i] + b[i]);
    }
    if (Double.isInfinite(top)) {
      return top;
    }
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.exp(a[i] + b[i] - top);
    }
    return top + Math.log(sum);
  }

  /** log(exp(a) + exp(b)). */
  public static double of(double a, double b) {
    double top = Math.max(a, b);
    return Double.isInfinite(top) ? top : top + Math.log1p(Math.exp(Math.min(a, b) - top));
  }
}
