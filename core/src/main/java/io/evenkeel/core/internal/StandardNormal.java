package io.evenkeel.core.internal;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/** The standard normal distribution, accurate far out in both tails. */
public final class StandardNormal {
  /** Beyond so many standard deviations no probability is left in a double. */
  public static final double FARTHEST = 38;

  private static final double ROOT_TWO = Math.sqrt(2);

  private StandardNormal() {}

  /**
   * The residual in standard deviations, held to ±{@link #FARTHEST}: squares and products of such
   * numbers stay finite, and a sum that one of them enters and leaves again keeps its digits.
   *
   * @param residual a number or infinite
   * @param sd positive and finite
   */
  public static double score(double residual, double sd) {
    return bounded(residual / sd);
  }

  /** The score, held to ±{@link #FARTHEST}. */
  public static double bounded(double score) {
    return Math.max(-FARTHEST, Math.min(FARTHEST, score));
  }

  /** Φ(z). */
  public static double cdf(double z) {
    return Erfc.value(-z / ROOT_TWO) / 2;
  }

  /** log Φ(z), finite unless z² is too large for a number. */
  public static double logCdf(double z) {
    return z < -1
        ? Math.log(Erfcx.value(-z / ROOT_TWO) / 2) - z * z / 2
        : Math.log1p(-Erfc.value(z / ROOT_TWO) / 2);
  }

  /** Φ<sup>−1</sup>(u) for u in [0, 1/2]; −∞ for 0. */
  public static double lowerQuantile(double u) {
    return -ROOT_TWO * InverseErfc.value(2 * u);
  }

  /** Φ<sup>−1</sup>(u) for u in [0, 1]; infinite at the ends. */
  public static double quantile(double u) {
    return u <= 0.5 ? lowerQuantile(u) : -lowerQuantile(1 - u);
  }

  /** log(Φ(b) − Φ(a)) for a &lt; b, which may be infinite. */
  public static double logProbability(double a, double b) {
    if (a > 0) {
      return logProbability(-b, -a);
    }
    if (b > 0) {
      return Math.log1p(-cdf(a) - cdf(-b));
    }
    double upper = logCdf(b);
    boolean isAll = a == Double.NEGATIVE_INFINITY || upper == Double.NEGATIVE_INFINITY;
    return isAll ? upper : upper + Math.log1p(-Math.exp(logCdf(a) - upper));
  }
}
