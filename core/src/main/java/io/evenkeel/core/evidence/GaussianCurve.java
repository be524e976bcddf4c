package io.evenkeel.core.evidence;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * A prior for a curve over bins: a Gaussian process of mean 0, variance τ² and correlation
 * exp(−(x<sub>a</sub> − x<sub>b</sub>)²/2ℓ²) between bins at x<sub>a</sub> and x<sub>b</sub>. It is
 * learned from all panes, or from late ones alone.
 */
final class GaussianCurve {
  /** A curve is held to ±3. */
  private static final double LARGEST = 3;

  private final double[][] covariance;
  private final boolean isLate;

  /**
   * The prior.
   *
   * @param places x of the bins
   * @param length ℓ
   * @param deviation τ
   * @param isLate whether it is to be learned from late panes
   */
  GaussianCurve(double[] places, double length, double deviation, boolean isLate) {
    int size = places.length;
    this.covariance = new double[size][size];
    this.isLate = isLate;
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        double gap = (places[a] - places[b]) / length;
        covariance[a][b] = deviation * deviation * Math.exp(-gap * gap / 2);
      }
    }
  }

  /** Whether it is learned from late panes. */
  boolean isLate() {
    return isLate;
  }

  /**
   * The posterior mean C(I + VC)⁻¹s of a curve whose log-likelihood is sᵀθ − θᵀVθ/2. O(B³).
   *
   * @param scores s
   * @param information the diagonal of V, at least 0
   */
  double[] posteriorMean(double[] scores, double[] information) {
    int[] known = IntStream.range(0, scores.length).filter(b -> information[b] > 0).toArray();
    double[] roots = Arrays.stream(known).mapToDouble(b -> Math.sqrt(information[b])).toArray();
    int size = known.length;
    DMatrixRMaj matrix = new DMatrixRMaj(size, size);
    DMatrixRMaj right = new DMatrixRMaj(size, 1);
    for (int i = 0; i < size; i++) {
      right.set(i, 0, scores[known[i]] / roots[i]);
      for (int j = 0; j < size; j++) {
        double entry = roots[i] * covariance[known[i]][known[j]] * roots[j];
        matrix.set(i, j, entry + (i == j ? 1 : 0));
      }
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, 1);
    double[] curve = new double[scores.length];
    var solver = LinearSolverFactory_DDRM.symmPosDef(Math.max(1, size));
    if (size > 0 && solver.setA(matrix)) {
      solver.solve(right, solution);
      for (int b = 0; b < curve.length; b++) {
        for (int i = 0; i < size; i++) {
          curve[b] += covariance[b][known[i]] * roots[i] * solution.get(i);
        }
        curve[b] = Math.max(-LARGEST, Math.min(LARGEST, curve[b]));
      }
    }
    return curve;
  }
}
