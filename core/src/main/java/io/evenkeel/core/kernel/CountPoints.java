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

  /** All E κ(|Z − y_a|) κ(|Z − y_b|) with a ≤ b &lt; n, row by row. */
  void productExpectations(Counts p, Target[] y, int n, double[] into) {
    Arrays.fill(into, 0, n * (n + 1) / 2, 0);
    double[] targets = new double[n];
    Arrays.setAll(targets, a -> KernelArguments.number(y[a]));
    double[] values = new double[n];
    for (int i = 0; i < p.points(); i++) {
      for (int a = 0; a < n; a++) {
        values[a] = at(p.point(i) - targets[a]);
      }
      QuasiMonteCarlo.addProducts(p.weight(i), values, into);
    }
  }

  /** E [κ(|Z − y|) − E κ(|Z − y|)]⁴. */
  double fourthMoment(Counts p, double y) {
    double mean = expectation(p, y);
    double sum = 0;
    for (int i = 0; i < p.points(); i++) {
      double square = at(p.point(i) - y) - mean;
      square *= square;
      sum += p.weight(i) * square * square;
    }
    return sum;
  }

  /** The variance of the residual of a pair. */
  double residualVariance(Counts p, Counts q) {
    double[][] values = values(p, q);
    double[] columnMeans = new double[q.points()];
    double[] rowMeans = new double[values.length];
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      rowMeans[i] = mean(values[i], q);
      mean += p.weight(i) * rowMeans[i];
      for (int j = 0; j < columnMeans.length; j++) {
        columnMeans[j] += p.weight(i) * values[i][j];
      }
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double row = 0;
      for (int j = 0; j < columnMeans.length; j++) {
        double residual = values[i][j] - rowMeans[i] - columnMeans[j] + mean;
        row += q.weight(j) * residual * residual;
      }
      sum += p.weight(i) * row;
    }
    return sum;
  }
}
