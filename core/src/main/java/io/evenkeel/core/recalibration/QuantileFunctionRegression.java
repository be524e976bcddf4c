package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * Distribution recalibration of predictions of one real number: the quantile function of the target
 * given the prediction F, learned from a calibration sample. Where it succeeds the recalibrated
 * model is calibrated given what it predicts, which is more than having the right share of targets
 * below each quantile over all predictions.
 *
 * <p>The prediction is represented by its quantiles at p levels, φ(F) = (F⁻¹(α₁), …, F⁻¹(α_p)). The
 * quantile at each level τ is an affine function of them, R(τ; φ) = b₀(τ) + Σ b_i(τ) φ_i, which
 * minimises the mean {@linkplain io.evenkeel.core.score.CheckScore check score} at τ. Of normal
 * predictions, whose quantiles are functions of two numbers, it can express any shift and scale
 * that is affine in mean and standard deviation, and any shape. Quantiles that cross are put in
 * order.
 *
 * <p>The problem is convex in the coefficients: unlike the network of the paper, of which this is
 * the case without hidden layers, it needs no seed. It is solved by majorising the check score
 * (Hunter and Lange 2000, doi:10.1080/10618600.2000.10474866). Features that depend on each other,
 * as those of normals do, are no problem: a ridge of 1e-9 of the size of the normal equations
 * chooses among equal solutions.
 *
 * <p>Cost: O(np²) per level and iteration, for at most 500 iterations. It needs many more
 * observations than it has features, and several beyond the outermost level.
 *
 * <p>Source: Kuleshov and Deshpande, <i>Calibrated and sharp uncertainties in deep learning via
 * density estimation</i>, ICML 2022, Algorithm 2; Koenker and Bassett 1978, doi:10.2307/1913643.
 */
public final class QuantileFunctionRegression {
  private static final int ITERATIONS = 500;
  private static final double CONVERGED = 1e-9;
  private static final double RIDGE = 1e-9;

  /** How far below the typical residual one counts as zero. */
  private static final double SMOOTH = 1e-6;

  private final double[] featureLevels;
  private final double[] levels;
  private final double[][] coefficients;

  private QuantileFunctionRegression(
      double[] featureLevels, double[] levels, double[][] coefficients) {
    this.featureLevels = featureLevels;
    this.levels = levels;
    this.coefficients = coefficients;
  }

  /**
   * Learns from a calibration sample of n &ge; 1 observations that the model has not seen.
   *
   * @param featureLevels α, p levels in (0, 1); without any, every prediction becomes the
   *     distribution of the targets
   * @param levels τ, ascending in (0, 1): those of the recalibrated quantiles
   */
  public static QuantileFunctionRegression fit(
      Observations sample, double[] featureLevels, double... levels) {
    int n = Checks.atLeast("n", sample.size(), 1);
    Checks.atLeast("number of levels", levels.length, 1);
    double[][] rows = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      rows[i] = row(sample.prediction(i), featureLevels);
      y[i] = ((RealVector) sample.target(i)).get(0);
    }
    double[][] coefficients = new double[levels.length][];
    for (int k = 0; k < levels.length; k++) {
      Checks.within("a level", levels[k], 0, Math.nextDown(1.0));
      coefficients[k] = regress(rows, y, levels[k]);
    }
    return new QuantileFunctionRegression(featureLevels.clone(), levels.clone(), coefficients);
  }

  /** 1 and the features of a prediction. */
  private static double[] row(PredictiveDistribution p, double[] featureLevels) {
    Univariate univariate = Univariate.of(p);
    double[] row = new double[featureLevels.length + 1];
    row[0] = 1;
    for (int i = 0; i < featureLevels.length; i++) {
      row[i + 1] = Checks.finite("a quantile", univariate.quantile(featureLevels[i]));
    }
    return row;
  }

  /** The recalibrated prediction, by its quantiles at the levels. */
  public Quantiles recalibrate(PredictiveDistribution p) {
    double[] row = row(p, featureLevels);
    double[] values = new double[levels.length];
    for (int k = 0; k < levels.length; k++) {
      values[k] = product(row, coefficients[k]);
    }
    return Quantiles.of(levels, values);
  }

  /** The coefficients b with the least mean check score of y − Xb at a level. */
  private static double[] regress(double[][] rows, double[] y, double level) {
    int size = rows[0].length;
    double[] b = new double[size];
    double[] weights = new double[y.length];
    Arrays.fill(weights, 1);
    double push = 0;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] next = solve(rows, y, weights, push);
      double change = 0;
      double typical = 0;
      for (int i = 0; i < y.length; i++) {
        double fitted = product(rows[i], next);
        change = Math.max(change, Math.abs(fitted - product(rows[i], b)));
        weights[i] = Math.abs(y[i] - fitted);
        typical += weights[i] / y.length;
      }
      b = next;
      if (typical == 0 || (iteration > 0 && change <= CONVERGED * typical)) {
        return b;
      }
      for (int i = 0; i < y.length; i++) {
        weights[i] = 1 / (weights[i] + SMOOTH * typical);
      }
      push = 2 * level - 1;
    }
    return b;
  }

  /** The solution of XᵀWX b = Xᵀ(Wy + push). */
  private static double[] solve(double[][] rows, double[] y, double[] weights, double push) {
    int size = rows[0].length;
    DMatrixRMaj matrix = new DMatrixRMaj(size, size);
    DMatrixRMaj right = new DMatrixRMaj(size, 1);
    for (int i = 0; i < y.length; i++) {
      for (int a = 0; a < size; a++) {
        right.add(a, 0, rows[i][a] * (weights[i] * y[i] + push));
        for (int c = 0; c < size; c++) {
          matrix.add(a, c, weights[i] * rows[i][a] * rows[i][c]);
        }
      }
    }
    for (int a = 0; a < size; a++) {
      matrix.add(a, a, RIDGE * matrix.get(a, a) + Double.MIN_NORMAL);
    }
    var solver = LinearSolverFactory_DDRM.symmPosDef(size);
    DMatrixRMaj solution = new DMatrixRMaj(size, 1);
    if (!solver.setA(matrix)) {
      throw new ArithmeticException("the quantiles of the predictions are too large or too small");
    }
    solver.solve(right, solution);
    return solution.getData();
  }

  private static double product(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }
}
