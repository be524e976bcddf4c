package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.decomposition.TriangularSolver_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/** Expectations of the Gaussian kernel under normals of which one may have a full covariance. */
final class FullNormals {

  private FullNormals() {}

  static double expectation(double gamma, Normal p, RealVector y) {
    return midpointExpectation(gamma, p, y, y);
  }

  static double midpointExpectation(double gamma, Normal p, RealVector y, RealVector z) {
    double[] delta = new double[p.dimension()];
    for (int i = 0; i < delta.length; i++) {
      delta[i] = p.mean(i) - (y.get(i) + z.get(i)) / 2;
    }
    return expectation(gamma, delta, scaled(p, 2 * gamma));
  }

  static double expectation(double gamma, Normal p, Normal q) {
    return expectation(
        gamma, shift(p, q), combination(scaled(p, 2 * gamma), 1, scaled(q, 2 * gamma), 1));
  }

  /**
   * E k² − E a² − E b² + c², where a and b are the expectations of k given one of the two targets;
   * never negative, with an absolute error of a few units of rounding.
   */
  static double residualVariance(double gamma, Normal p, Normal q) {
    double[] delta = shift(p, q);
    DMatrixRMaj u = scaled(p, 2 * gamma);
    DMatrixRMaj v = scaled(q, 2 * gamma);
    double variance = 0;
    for (int s = 0; s <= 1; s++) {
      for (int t = 0; t <= 1; t++) {
        double sum = expectation(2 * gamma, delta.clone(), combination(u, 1 + s, v, 1 + t));
        double difference =
            expectation(gamma, new double[delta.length], combination(u, 1 - s, v, 1 - t));
        variance += (s == t ? 1 : -1) * sum * difference;
      }
    }
    return Math.max(0, variance);
  }

  /**
   * Of each pair of the first n targets, row by row; all pairs share one factor of the covariance.
   */
  static void productExpectations(double gamma, Normal p, Target[] y, int n, double[] into) {
    int d = p.dimension();
    double[] factor = factor(scaled(p, 4 * gamma));
    double scale = 1 / diagonal(factor, d);
    double[][] white = new double[n][];
    for (int a = 0; a < n; a++) {
      RealVector target = KernelArguments.vector(y[a]);
      KernelArguments.sameSize(d, target.dimension());
      white[a] = new double[d];
      for (int i = 0; i < d; i++) {
        white[a][i] = p.mean(i) - target.get(i);
      }
      TriangularSolver_DDRM.solveL(factor, white[a], d);
    }
    int next = 0;
    for (int a = 0; a < n; a++) {
      RealVector first = KernelArguments.vector(y[a]);
      for (int b = a; b < n; b++) {
        RealVector second = KernelArguments.vector(y[b]);
        double spread = 0;
        for (int i = 0; i < d; i++) {
          double difference = first.get(i) - second.get(i);
          double sum = white[a][i] + white[b][i];
          spread += difference * difference + sum * sum;
        }
        into[next++] = scale * Math.exp(-gamma / 2 * spread);
      }
    }
  }

  /** |I + M|^(−½) exp(−γ δᵀ(I + M)⁻¹δ), NaN if M overflows; overwrites δ and M. */
  static double expectation(double gamma, double[] delta, DMatrixRMaj m) {
    int d = delta.length;
    double[] factor = factor(m);
    TriangularSolver_DDRM.solveL(factor, delta, d);
    double exponent = 0;
    for (int i = 0; i < d; i++) {
      exponent += delta[i] * delta[i];
    }
    return Math.exp(-gamma * exponent) / diagonal(factor, d);
  }

  /** Cholesky's factor of I + M, in the place of M; all NaN if M overflows. */
  private static double[] factor(DMatrixRMaj m) {
    int d = m.numRows;
    for (int i = 0; i < d; i++) {
      m.add(i, i, 1);
    }
    if (!DecompositionFactory_DDRM.chol(d, true).decompose(m)) {
      Arrays.fill(m.data, Double.NaN);
    }
    return m.data;
  }

  /** The product of the diagonal of a square matrix. */
  private static double diagonal(double[] matrix, int d) {
    double product = 1;
    for (int i = 0; i < d; i++) {
      product *= matrix[i * d + i];
    }
    return product;
  }

  /** The covariance of p times a factor. */
  static DMatrixRMaj scaled(Normal p, double factor) {
    int d = p.dimension();
    DMatrixRMaj matrix = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        matrix.set(i, j, factor * p.covariance(i, j));
      }
    }
    return matrix;
  }

  static DMatrixRMaj combination(DMatrixRMaj u, double a, DMatrixRMaj v, double b) {
    DMatrixRMaj sum = new DMatrixRMaj(u.numRows, u.numCols);
    CommonOps_DDRM.add(a, u, b, v, sum);
    return sum;
  }

  private static double[] shift(Normal p, Normal q) {
    double[] delta = new double[p.dimension()];
    for (int i = 0; i < delta.length; i++) {
      delta[i] = p.mean(i) - q.mean(i);
    }
    return delta;
  }
}
