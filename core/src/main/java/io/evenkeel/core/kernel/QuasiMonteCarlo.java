package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;

/**
 * What has no closed form, by equally likely points of each prediction: for an ensemble its
 * members, which is exact; for any other prediction of one real number its quantiles at {@value
 * #POINTS} equally spaced levels.
 */
final class QuasiMonteCarlo {
  private static final int POINTS = 64;

  /**
   * How far the levels of the two predictions are moved against each other, as a share of their
   * spacing: a zero of the Bernoulli polynomial x² − x + 1/6, at which a kink on the diagonal adds
   * no error of first order.
   */
  private static final double SHIFT = (1 - 1 / Math.sqrt(3)) / 2;

  private QuasiMonteCarlo() {}

  /**
   * The variance of the residual of a pair. Never negative; symmetric. O(n n′) evaluations of the
   * kernel for n and n′ points; if these are not the members of ensembles, with an error of below 2
   * % of the variance while the kernel is no narrower than a tenth of the predictions.
   */
  static double residualVariance(
      TargetKernel kernel, PredictiveDistribution p, PredictiveDistribution q) {
    return (residualVariance(kernel, points(p, SHIFT / 2), points(q, -SHIFT / 2))
            + residualVariance(kernel, points(p, -SHIFT / 2), points(q, SHIFT / 2)))
        / 2;
  }

  private static double residualVariance(TargetKernel kernel, Target[] rows, Target[] columns) {
    double[][] values = new double[rows.length][columns.length];
    double[] rowMeans = new double[rows.length];
    double[] columnMeans = new double[columns.length];
    double mean = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        values[i][j] = kernel.apply(rows[i], columns[j]);
        rowMeans[i] += values[i][j] / columns.length;
        columnMeans[j] += values[i][j] / rows.length;
      }
      mean += rowMeans[i] / rows.length;
    }
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        double residual = values[i][j] - rowMeans[i] - columnMeans[j] + mean;
        sum += residual * residual;
      }
    }
    return sum / rows.length / columns.length;
  }

  private static Target[] points(PredictiveDistribution p, double shift) {
    if (p instanceof Ensemble ensemble) {
      RealVector[] members = new RealVector[ensemble.size()];
      for (int i = 0; i < members.length; i++) {
        members[i] = ensemble.member(i);
      }
      return members;
    }
    Univariate quantiles = Univariate.of(p);
    Target[] points = new Target[POINTS];
    for (int i = 0; i < POINTS; i++) {
      points[i] = Target.of(quantiles.quantile((i + 0.5 + shift) / POINTS));
    }
    return points;
  }
}
