package io.evenkeel.core.kernel;

import java.util.Arrays;

/**
 * The moments of k(Z, y<sub>a</sub>), Z ~ p, for the first n of some targets: mutable, made once
 * and filled by {@link TargetKernel#moments} for one prediction after the other.
 */
public final class TargetMoments {
  private final double[] means;
  private final double[] cubes;
  private final double[] fourths;
  private final double[] products;

  /**
   * Room for moments.
   *
   * @param most the largest number of targets
   */
  public TargetMoments(int most) {
    this.means = new double[most];
    this.cubes = new double[most];
    this.fourths = new double[most];
    this.products = new double[pairs(most)];
  }

  private static int pairs(int n) {
    return n * (n + 1) / 2;
  }

  /** E k(Z, y_a). */
  public double mean(int a) {
    return means[a];
  }

  /** E [k(Z, y_a) − E k(Z, y_a)]⁴, or a bound of it. */
  public double fourth(int a) {
    return fourths[a];
  }

  /** All E k(Z, y_a) k(Z, y_b) with a ≤ b &lt; n, row by row: the array itself. */
  public double[] products() {
    return products;
  }

  /** Sets those of one target. */
  void set(int a, double mean, double fourth) {
    means[a] = mean;
    fourths[a] = fourth;
  }

  /** Begins sums over weighted points at n targets. */
  void clear(int n) {
    Arrays.fill(means, 0, n, 0);
    Arrays.fill(cubes, 0, n, 0);
    Arrays.fill(fourths, 0, n, 0);
    Arrays.fill(products, 0, pairs(n), 0);
  }

  /**
   * Adds a point of a prediction.
   *
   * @param values of the kernel between the point and each of n targets
   */
  void add(double weight, double[] values) {
    for (int a = 0; a < values.length; a++) {
      double k = values[a];
      double weighted = weight * k;
      means[a] += weighted;
      cubes[a] += weighted * k * k;
      fourths[a] += weighted * k * k * k;
    }
    QuasiMonteCarlo.addProducts(weight, values, products);
  }

  /** Ends the sums: fourth moments become central. */
  void complete(int n) {
    int square = 0;
    for (int a = 0; a < n; a++) {
      fourths[a] = central(means[a], products[square], cubes[a], fourths[a]);
      square += n - a;
    }
  }

  /** The fourth central moment of raw ones, at least the square of the variance. */
  static double central(double mean, double square, double cube, double fourth) {
    double variance = square - mean * mean;
    double moment = fourth - mean * (4 * cube - mean * (6 * square - 3 * mean * mean));
    return Math.max(moment, variance * variance);
  }
}
