package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;

/**
 * What has no closed form: expectations of a kernel as sums over {@link WeightedPoints}. Between
 * point masses they are exact.
 *
 * <p>The expectation over one prediction of one number, of a kernel that falls with the distance
 * from 1, has an error of at most 1 / {@value #POINTS}: the kernel rises and falls once along the
 * quantiles, and the levels have the smallest discrepancy that so many can have (Koksma's
 * inequality; Niederreiter 1992, <i>Random number generation and quasi-Monte Carlo methods</i>,
 * Theorems 2.6 and 2.9). It is far smaller while the kernel is not much narrower than the
 * prediction.
 */
final class QuasiMonteCarlo {
  private static final int POINTS = 128;
  private static final int POINTS_OF_VARIANCE = 64;

  /**
   * How far the levels of the two predictions are moved against each other, as a share of their
   * spacing: a zero of the Bernoulli polynomial x² − x + 1/6, at which a kink on the diagonal adds
   * no error of first order.
   */
  private static final double SHIFT = (1 - 1 / Math.sqrt(3)) / 2;

  private QuasiMonteCarlo() {}

  static WeightedPoints points(PredictiveDistribution p) {
    return new WeightedPoints(p, POINTS, 0);
  }

  /** E k(Z, y). O(n) for n points. */
  static double expectation(TargetKernel kernel, WeightedPoints p, Target y) {
    double sum = 0;
    for (int i = 0; i < p.size(); i++) {
      sum += p.weight(i) * kernel.apply(p.target(i), y);
    }
    return sum;
  }

  /** E k(Z, Z′). O(n n′). */
  static double expectation(TargetKernel kernel, WeightedPoints p, WeightedPoints q) {
    double sum = 0;
    for (int j = 0; j < q.size(); j++) {
      sum += q.weight(j) * expectation(kernel, p, q.target(j));
    }
    return sum;
  }

  /** All E k(Z, y_a) k(Z, y_b) with a ≤ b &lt; n, row by row. */
  static void productExpectations(
      TargetKernel kernel, WeightedPoints p, Target[] y, int n, double[] into) {
    Arrays.fill(into, 0, n * (n + 1) / 2, 0);
    double[] values = new double[n];
    for (int i = 0; i < p.size(); i++) {
      for (int a = 0; a < n; a++) {
        values[a] = kernel.apply(p.target(i), y[a]);
      }
      addProducts(p.weight(i), values, into);
    }
  }

  /** Adds the weighted products of all pairs of values, row by row. */
  static void addProducts(double weight, double[] values, double[] into) {
    int next = 0;
    for (int a = 0; a < values.length; a++) {
      double factor = weight * values[a];
      for (int b = a; b < values.length; b++) {
        into[next++] += factor * values[b];
      }
    }
  }

  /**
   * The variance of the residual of a pair. Never negative; symmetric. O(n n′) evaluations of the
   * kernel for n and n′ points; if these are not all point masses, with an error of below 5 % of
   * the variance while the kernel is no narrower than a tenth of the predictions.
   */
  static double residualVariance(
      TargetKernel kernel, PredictiveDistribution p, PredictiveDistribution q) {
    double half = SHIFT / 2;
    WeightedPoints first = shifted(p, half);
    WeightedPoints second = shifted(q, -half);
    double variance = residualVariance(kernel, first, second);
    return first.areMasses() && second.areMasses()
        ? variance
        : (variance + residualVariance(kernel, shifted(p, -half), shifted(q, half))) / 2;
  }

  private static WeightedPoints shifted(PredictiveDistribution p, double shift) {
    return new WeightedPoints(p, POINTS_OF_VARIANCE, shift);
  }

  private static double residualVariance(TargetKernel kernel, WeightedPoints p, WeightedPoints q) {
    double[][] values = new double[p.size()][q.size()];
    for (int i = 0; i < p.size(); i++) {
      for (int j = 0; j < q.size(); j++) {
        values[i][j] = kernel.apply(p.target(i), q.target(j));
      }
    }
    return PairResiduals.variance(p.weights(), q.weights(), values);
  }
}
