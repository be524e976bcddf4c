package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A standard distribution cut into strata, each with two targets that have its mean and its
 * variance.
 */
final class Strata {
  /** The most strata that are asked for. */
  static final int MOST = 36;

  /** Strata that are the smaller, the farther out they are. */
  static final Strata[] OF_NORMAL =
      table(t -> t * t * (3 - 2 * t), Strata::normalMean, Strata::normalSquare);

  /** Of the exponential distribution, from its far end. */
  static final Strata[] OF_EXPONENTIAL =
      table(t -> t * t, Strata::exponentialMean, Strata::exponentialSquare);

  static final Strata[] OF_UNIFORM = table(t -> t, u -> u * u / 2, u -> u * u * u / 3);

  private final double[] targets;
  private final double[] probabilities;

  private Strata(int strata) {
    this.targets = new double[2 * strata];
    this.probabilities = new double[2 * strata];
  }

  /** The number of targets. */
  int size() {
    return targets.length;
  }

  /** Target k. */
  double target(int k) {
    return targets[k];
  }

  /** The probability of target k. */
  double probability(int k) {
    return probabilities[k];
  }

  /**
   * By the number of strata less one.
   *
   * @param level where a stratum ends, by the share of strata up to there
   * @param mean the integral of the quantile function up to a level
   * @param square that of its square
   */
  private static Strata[] table(
      DoubleUnaryOperator level, DoubleUnaryOperator mean, DoubleUnaryOperator square) {
    Strata[] table = new Strata[MOST];
    Arrays.setAll(table, size -> cut(size + 1, level, mean, square));
    return table;
  }

  private static Strata cut(
      int size, DoubleUnaryOperator level, DoubleUnaryOperator mean, DoubleUnaryOperator square) {
    Strata strata = new Strata(size);
    double from = 0;
    for (int k = 0; k < size; k++) {
      double to = level.applyAsDouble((k + 1.0) / size);
      double mass = to - from;
      double centre = (mean.applyAsDouble(to) - mean.applyAsDouble(from)) / mass;
      double second = (square.applyAsDouble(to) - square.applyAsDouble(from)) / mass;
      double sd = Math.sqrt(Math.max(0, second - centre * centre));
      strata.targets[2 * k] = centre - sd;
      strata.targets[2 * k + 1] = centre + sd;
      strata.probabilities[2 * k] = mass / 2;
      strata.probabilities[2 * k + 1] = mass / 2;
      from = to;
    }
    return strata;
  }

  private static double normalMean(double u) {
    double z = StandardNormal.quantile(u);
    return -Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double normalSquare(double u) {
    return u <= 0 || u >= 1 ? u : u + StandardNormal.quantile(u) * normalMean(u);
  }

  private static double exponentialMean(double u) {
    return u <= 0 ? 0 : u * (1 - Math.log(u));
  }

  private static double exponentialSquare(double u) {
    double x = -Math.log(u);
    return u <= 0 ? 0 : u * (x * x + 2 * x + 2);
  }
}
