package io.evenkeel.core.internal;

import java.util.Arrays;

/**
 * Isotonic regression: the non-decreasing sequence that is nearest to n numbers in the weighted sum
 * of squares, by pooling adjacent violators. O(n).
 *
 * <p>Source: Ayer et al. 1955, doi:10.1214/aoms/1177728423.
 */
public final class IsotonicRegression {
  private final double[] means;
  private final int[] ends;

  private IsotonicRegression(double[] means, int[] ends) {
    this.means = means;
    this.ends = ends;
  }

  /**
   * The regression of numbers in their order. Neighbours are pooled where the first is larger.
   *
   * @param values n finite numbers
   * @param weights n positive numbers
   */
  public static IsotonicRegression of(double[] values, double[] weights) {
    Checks.sameLength("values", values.length, "weights", weights.length);
    double[] means = new double[values.length];
    double[] sums = new double[values.length];
    int[] ends = new int[values.length];
    int pools = 0;
    for (int i = 0; i < values.length; i++) {
      means[pools] = values[i];
      sums[pools] = weights[i];
      ends[pools++] = i + 1;
      while (pools > 1 && means[pools - 2] > means[pools - 1]) {
        pools--;
        double sum = sums[pools - 1] + sums[pools];
        means[pools - 1] += (means[pools] - means[pools - 1]) * sums[pools] / sum;
        sums[pools - 1] = sum;
        ends[pools - 1] = ends[pools];
      }
    }
    return new IsotonicRegression(Arrays.copyOf(means, pools), Arrays.copyOf(ends, pools));
  }

  /** The number of pools. */
  public int pools() {
    return means.length;
  }

  /** The mean of a pool, 0-based, ascending. */
  public double mean(int pool) {
    return means[pool];
  }

  /** The index of the first number of a pool. */
  public int start(int pool) {
    return pool == 0 ? 0 : ends[pool - 1];
  }

  /** The index after the last number of a pool. */
  public int end(int pool) {
    return ends[pool];
  }

  /** The fitted value of each number. */
  public double[] fitted() {
    double[] fitted = new double[means.length == 0 ? 0 : ends[means.length - 1]];
    for (int pool = 0; pool < means.length; pool++) {
      Arrays.fill(fitted, start(pool), end(pool), means[pool]);
    }
    return fitted;
  }
}
