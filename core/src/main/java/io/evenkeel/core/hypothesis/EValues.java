package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;

/**
 * Corrections for several e-values, however they depend on each other, all given by their
 * logarithms.
 */
public final class EValues {
  /**
   * No more than so many times what rejects alone matters to the mean of any number of e-values.
   */
  private static final double MOST = 300;

  private EValues() {}

  /**
   * Which hypotheses closed testing with the mean rejects: those i for which the mean of the
   * e-values of every set with i is at least 1/alpha. The chance that any true one is rejected is
   * at most alpha. (Vovk and Wang 2021, doi:10.1214/20-AOS2020.) O(m²).
   *
   * @param alpha the level, in (0, 1)
   */
  public static boolean[] closed(double[] logEValues, double alpha) {
    double[] e = relative(logEValues, alpha);
    double[] sorted = e.clone();
    Arrays.sort(sorted);
    boolean[] rejected = new boolean[e.length];
    for (int i = 0; i < e.length; i++) {
      rejected[i] = isRejected(e[i], sorted);
    }
    return rejected;
  }

  /** Whether the mean of an e-value and the k smallest others is at least 1 for every k. */
  private static boolean isRejected(double e, double... sorted) {
    int own = Arrays.binarySearch(sorted, e);
    double sum = e;
    boolean isAtLeast = sum >= 1;
    int size = 1;
    for (int k = 0; k < sorted.length && isAtLeast; k++) {
      if (k != own) {
        sum += sorted[k];
        size++;
        isAtLeast = sum >= size;
      }
    }
    return isAtLeast;
  }

  /**
   * Which hypotheses the e-BH procedure rejects: the k largest, for the largest k with k
   * e<sub>[k]</sub> / m at least 1/rate. The expected share of true ones among them is at most the
   * rate. (Wang and Ramdas 2022, doi:10.1111/rssb.12489.) O(m log m).
   *
   * @param rate the false-discovery rate, in (0, 1)
   */
  public static boolean[] falseDiscovery(double[] logEValues, double rate) {
    double from = discoveredFrom(logEValues, rate);
    boolean[] rejected = new boolean[logEValues.length];
    for (int i = 0; i < rejected.length; i++) {
      rejected[i] = logEValues[i] >= from;
    }
    return rejected;
  }

  /**
   * The logarithm of the e-value from which on the e-BH procedure rejects: m / (k rate) if it
   * rejects k of m, and m / rate if it rejects none; −∞ of none. O(m log m).
   *
   * @param rate the false-discovery rate, in (0, 1)
   */
  public static double discoveredFrom(double[] logEValues, double rate) {
    double alone = threshold(logEValues, rate);
    double[] sorted = logEValues.clone();
    Arrays.sort(sorted);
    int m = sorted.length;
    double from = alone + Math.log(m);
    for (int k = 2; k <= m; k++) {
      double candidate = alone + Math.log((double) m / k);
      from = sorted[m - k] >= candidate ? candidate : from;
    }
    return from;
  }

  /** The logarithm of the mean, −∞ of none. */
  public static double logMean(double... logEValues) {
    double top = Arrays.stream(logEValues).max().orElse(Double.NEGATIVE_INFINITY);
    if (Double.isInfinite(top)) {
      return top;
    }
    double sum = 0;
    for (double e : logEValues) {
      sum += Math.exp(e - top);
    }
    return top + Math.log(sum / logEValues.length);
  }

  private static double[] relative(double[] logEValues, double alpha) {
    double alone = threshold(logEValues, alpha);
    return Arrays.stream(logEValues).map(e -> Math.exp(Math.min(MOST, e - alone))).toArray();
  }

  /** The logarithm of what rejects alone. */
  private static double threshold(double[] logEValues, double alpha) {
    double alone = -Math.log(Checks.inUnit("level", alpha));
    if (Arrays.stream(logEValues).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("the logarithm of an e-value must be a number, got NaN");
    }
    return alone;
  }
}
