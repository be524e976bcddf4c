package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.IsotonicRegression;
import java.util.Arrays;

/**
 * The quantile function through quantiles at K &ge; 1 levels: linear between the levels, constant
 * beyond them, never falling.
 */
public final class QuantileCurve {
  private final double[] levels;
  private final double[] quantiles;

  private QuantileCurve(double[] levels, double[] quantiles) {
    this.levels = levels;
    this.quantiles = quantiles;
  }

  /**
   * The curve through the quantiles in ascending order: rearranging quantiles that cross never
   * makes them worse (Chernozhukov, Fernández-Val and Galichon 2010, doi:10.3982/ECTA7880).
   *
   * @param levels ascending, in [0, 1]
   * @param quantiles finite, one for each level
   */
  public static QuantileCurve rearranged(double[] levels, double[] quantiles) {
    check(levels, quantiles);
    double[] sorted = quantiles.clone();
    Arrays.sort(sorted);
    return new QuantileCurve(levels.clone(), sorted);
  }

  /**
   * The curve through the nearest quantiles, in the sum of squares, that do not cross, by pooling
   * adjacent violators.
   *
   * @param levels ascending, in [0, 1]
   * @param quantiles finite, one for each level
   */
  public static QuantileCurve isotonic(double[] levels, double[] quantiles) {
    check(levels, quantiles);
    double[] weights = new double[quantiles.length];
    Arrays.fill(weights, 1);
    double[] fitted = IsotonicRegression.of(quantiles, weights).fitted();
    return new QuantileCurve(levels.clone(), fitted);
  }

  /** The number of neighbours of which the second is smaller than the first. */
  public static int crossings(double... quantiles) {
    int crossings = 0;
    for (int k = 1; k < quantiles.length; k++) {
      crossings += quantiles[k] < quantiles[k - 1] ? 1 : 0;
    }
    return crossings;
  }

  /** The quantiles at the levels, ascending. */
  public double[] quantiles() {
    return quantiles.clone();
  }

  /** The quantile at a level. O(log K) time. */
  public double quantile(double level) {
    int above = firstAbove(levels, level);
    if (above == 0) {
      return quantiles[0];
    }
    return above == levels.length
        ? quantiles[above - 1]
        : interpolated(levels, quantiles, above - 1, level);
  }

  /** The level of a number: 0 below the first quantile, 1 at and above the last. O(log K) time. */
  public double cdf(double y) {
    int above = firstAbove(quantiles, y);
    if (above == 0) {
      return 0;
    }
    return above == quantiles.length ? 1 : interpolated(quantiles, levels, above - 1, y);
  }

  private static double interpolated(double[] x, double[] y, int k, double at) {
    return y[k] + (y[k + 1] - y[k]) * ((at - x[k]) / (x[k + 1] - x[k]));
  }

  /** The index of the first value that is larger, or the length. */
  static int firstAbove(double[] ascending, double value) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static void check(double[] levels, double[] quantiles) {
    Checks.atLeast("number of levels", levels.length, 1);
    Checks.sameLength("levels", levels.length, "quantiles", quantiles.length);
    for (int k = 0; k < levels.length; k++) {
      double before = k == 0 ? 0 : Math.nextUp(levels[k - 1]);
      if (!(levels[k] >= before && levels[k] <= 1)) {
        throw new IllegalArgumentException(
            "levels must ascend in [0, 1], got " + Arrays.toString(levels));
      }
      Checks.finite("a quantile", quantiles[k]);
    }
  }
}
