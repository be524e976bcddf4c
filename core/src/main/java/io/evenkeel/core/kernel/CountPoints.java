package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Expectations of a kernel κ(|y − z|) with values in [0, 1] under distributions on integers: sums
 * over their points, exact where each is an integer. Between two of those κ is evaluated once for
 * each difference, O(n + n′), and the O(n n′) pairs are products.
 */
final class CountPoints {
  private static final double[] NONE = {};

  private final DoubleUnaryOperator kernel;

  /**
   * Sums of a kernel.
   *
   * @param kernel κ of the distance
   */
  CountPoints(DoubleUnaryOperator kernel) {
    this.kernel = kernel;
  }

  private double at(double distance) {
    return kernel.applyAsDouble(Math.abs(distance));
  }

  /** E κ(|Z − y|). */
  double expectation(Counts p, double y) {
    double sum = 0;
    for (int i = 0; i < p.points(); i++) {
      sum += p.weight(i) * at(p.point(i) - y);
    }
    return sum;
  }

  /** E κ(|Z − Z′|). */
  double expectation(Counts p, Counts q) {
    double[][] values = values(p, q);
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += p.weight(i) * mean(values[i], q);
    }
    return sum;
  }

  private static double mean(double[] values, Counts q) {
    double sum = 0;
    for (int j = 0; j < values.length; j++) {
      sum += q.weight(j) * values[j];
    }
    return sum;
  }

  private double[][] values(Counts p, Counts q) {
    int n = p.points();
    int m = q.points();
    double[][] values = new double[n][m];
    if (!p.areExact() || !q.areExact()) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
          values[i][j] = at(p.point(i) - q.point(j));
        }
      }
      return values;
    }
    double[] ofDifferences = new double[n + m - 1];
    for (int d = 0; d < ofDifferences.length; d++) {
      ofDifferences[d] = at(p.point(0) - q.point(0) + (d - (m - 1)));
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        values[i][j] = ofDifferences[i - j + m - 1];
      }
    }
    return values;
  }

  /** All moments at n targets. */
  void moments(Counts p, Target[] y, int n, TargetMoments into) {
    double[] targets = new double[n];
    Arrays.setAll(targets, a -> KernelArguments.number(y[a]));
    double[] ofDistances = ofDistances(p, targets);
    into.clear(n);
    double[] values = new double[n];
    for (int i = 0; i < p.points(); i++) {
      for (int a = 0; a < n; a++) {
        double distance = Math.abs(p.point(i) - targets[a]);
        values[a] = ofDistances.length > 0 ? ofDistances[(int) distance] : at(distance);
      }
      into.add(p.weight(i), values);
    }
    into.complete(n);
  }

  /** κ of all whole distances that there are; none if some are not whole, or these are too many. */
  private double[] ofDistances(Counts p, double[] targets) {
    boolean areWhole = p.areExact();
    double farthest = 0;
    for (double target : targets) {
      areWhole &= target == Math.rint(target);
      farthest = Math.max(farthest, Math.max(target - p.first(), p.last() - target));
    }
    if (!areWhole || farthest >= (double) p.points() * targets.length) {
      return NONE;
    }
    double[] all = new double[(int) farthest + 1];
    Arrays.setAll(all, this::at);
    return all;
  }

  /** The variance of the residual of a pair. */
  double residualVariance(Counts p, Counts q) {
    return PairResiduals.variance(weights(p), weights(q), values(p, q));
  }

  private static double[] weights(Counts p) {
    double[] weights = new double[p.points()];
    Arrays.setAll(weights, p::weight);
    return weights;
  }
}
