package io.evenkeel.core.recalibration;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * Penalised multinomial logistic regression: class k has a probability proportional to
 * exp(θ<sub>k</sub> · x<sub>k</sub>), where each class has its features x<sub>k</sub> and its
 * parameters θ<sub>k</sub>, as many as each other. The log loss is convex in θ; what is added for
 * each parameter is a parabola around the value that changes nothing, so that there is one best θ.
 *
 * <p>Cost: for n observations of m classes with d features, O(nm²d²) for each step of Newton's
 * method, of which there are some ten, and O(m³d³) to solve for it.
 */
final class SoftmaxRegression {
  private static final int ITERATIONS = 50;
  private static final double CONVERGED = 1e-9;

  /** Steps are halved until the loss falls, so many times at most. */
  private static final int HALVINGS = 30;

  private final double[][][] features;
  private final int[] targets;
  private final double[] identity;
  private final double[] precisions;
  private final int classes;
  private final int dimension;

  /**
   * The regression of a sample.
   *
   * @param features x of each observation and class; not copied
   * @param targets the classes that came
   * @param identity the parameters that change nothing, class by class
   * @param precisions how much each is held there, positive
   */
  SoftmaxRegression(double[][][] features, int[] targets, double[] identity, double[] precisions) {
    this.features = features;
    this.targets = targets;
    this.identity = identity;
    this.precisions = precisions;
    classes = features[0].length;
    dimension = features[0][0].length;
  }

  /** The best parameters, class by class. */
  double[] fit() {
    double[] at = identity.clone();
    double loss = loss(at);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] step = newtonStep(at);
      double share = 1;
      double[] next = moved(at, step, share);
      double lower = loss(next);
      for (int k = 0; k < HALVINGS && !(lower <= loss); k++) {
        share /= 2;
        next = moved(at, step, share);
        lower = loss(next);
      }
      if (!(lower < loss)) {
        return at;
      }
      boolean converged = loss - lower < CONVERGED * (1 + Math.abs(loss));
      at = next;
      loss = lower;
      if (converged) {
        return at;
      }
    }
    return at;
  }

  private static double[] moved(double[] from, double[] step, double share) {
    double[] to = from.clone();
    for (int a = 0; a < to.length; a++) {
      to[a] -= share * step[a];
    }
    return to;
  }

  private double loss(double[] at) {
    double loss = 0;
    double[] q = new double[classes];
    for (int i = 0; i < targets.length; i++) {
      loss += probabilities(i, at, q) - score(i, targets[i], at);
    }
    for (int a = 0; a < at.length; a++) {
      double off = at[a] - identity[a];
      loss += precisions[a] * off * off / 2;
    }
    return loss;
  }

  private double score(int i, int k, double[] at) {
    double[] x = features[i][k];
    double sum = 0;
    for (int a = 0; a < dimension; a++) {
      sum += at[k * dimension + a] * x[a];
    }
    return sum;
  }

  /**
   * Puts the probabilities of an observation in q; returns the logarithm of what they are divided
   * by.
   */
  private double probabilities(int i, double[] at, double[] q) {
    double top = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < classes; k++) {
      q[k] = score(i, k, at);
      top = Math.max(top, q[k]);
    }
    double total = 0;
    for (int k = 0; k < classes; k++) {
      q[k] = Math.exp(q[k] - top);
      total += q[k];
    }
    for (int k = 0; k < classes; k++) {
      q[k] /= total;
    }
    return top + Math.log(total);
  }

  private double[] newtonStep(double[] at) {
    int size = at.length;
    double[] slope = new double[size];
    double[][] blocks = new double[classes * classes][dimension * dimension];
    double[] q = new double[classes];
    for (int i = 0; i < targets.length; i++) {
      probabilities(i, at, q);
      addSlope(i, q, slope);
      addCurvature(features[i], q, blocks);
    }
    DMatrixRMaj matrix = symmetric(blocks);
    for (int a = 0; a < size; a++) {
      slope[a] += precisions[a] * (at[a] - identity[a]);
      matrix.add(a, a, precisions[a]);
    }
    // Never singular: all precisions are positive.
    var solver = LinearSolverFactory_DDRM.symmPosDef(size);
    DMatrixRMaj step = new DMatrixRMaj(size, 1);
    if (!solver.setA(matrix)) {
      throw new ArithmeticException("a curvature must be positive definite");
    }
    solver.solve(DMatrixRMaj.wrap(size, 1, slope), step);
    return step.getData();
  }

  private void addSlope(int i, double[] q, double[] slope) {
    for (int k = 0; k < classes; k++) {
      double residual = q[k] - (k == targets[i] ? 1 : 0);
      for (int a = 0; a < dimension; a++) {
        slope[k * dimension + a] += residual * features[i][k][a];
      }
    }
  }

  /** Adds (1{j = k} q_j − q_j q_k) x_j x_kᵀ to the blocks of the classes j ≤ k. */
  private void addCurvature(double[][] x, double[] q, double[][] blocks) {
    double[] product = new double[dimension * dimension];
    double[] left = {};
    double[] right = {};
    for (int j = 0; j < classes; j++) {
      for (int k = j; k < classes; k++) {
        double weight = j == k ? q[j] * (1 - q[j]) : -q[j] * q[k];
        // Where classes share their features, they share the product.
        if (x[j] != left || x[k] != right) {
          left = x[j];
          right = x[k];
          setProduct(left, right, product);
        }
        double[] block = blocks[j * classes + k];
        for (int a = 0; a < product.length; a++) {
          block[a] += weight * product[a];
        }
      }
    }
  }

  private static void setProduct(double[] x, double[] y, double[] product) {
    for (int a = 0; a < x.length; a++) {
      for (int b = 0; b < y.length; b++) {
        product[a * y.length + b] = x[a] * y[b];
      }
    }
  }

  private DMatrixRMaj symmetric(double[][] blocks) {
    DMatrixRMaj matrix = new DMatrixRMaj(classes * dimension, classes * dimension);
    for (int j = 0; j < classes; j++) {
      for (int k = j; k < classes; k++) {
        for (int a = 0; a < dimension; a++) {
          for (int b = 0; b < dimension; b++) {
            double value = blocks[j * classes + k][a * dimension + b];
            matrix.set(j * dimension + a, k * dimension + b, value);
            matrix.set(k * dimension + b, j * dimension + a, value);
          }
        }
      }
    }
    return matrix;
  }
}
