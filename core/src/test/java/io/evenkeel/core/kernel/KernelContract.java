package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/** The law of a kernel: symmetric and positive semi-definite. */
final class KernelContract {
  private static final double ROUNDING = 1e-14;

  private KernelContract() {}

  static void holds(PredictionKernel kernel, List<? extends PredictiveDistribution> sample) {
    isPositiveSemiDefinite(kernel::apply, sample);
  }

  /** Also: one on the diagonal, and nowhere negative or larger. */
  static void holdsWithin01(
      PredictionKernel kernel, List<? extends PredictiveDistribution> sample) {
    holds(kernel, sample);
    for (PredictiveDistribution p : sample) {
      assertThat(kernel.apply(p, p)).isCloseTo(1, within(ROUNDING));
      for (PredictiveDistribution q : sample) {
        assertThat(kernel.apply(p, q)).isBetween(0.0, 1.0);
      }
    }
  }

  /** Also: expectations agree with the kernel on point masses, and variances are not negative. */
  static void holds(
      TargetKernel kernel, List<Target> targets, List<? extends PredictiveDistribution> sample) {
    isPositiveSemiDefinite(kernel::apply, targets);
    isPositiveSemiDefinite((p, q) -> kernel.expectation(p, q), sample);
    for (PredictiveDistribution p : sample) {
      for (PredictiveDistribution q : sample) {
        double variance = kernel.residualVariance(p, q);
        assertThat(variance).isNotNegative();
        assertThat(variance)
            .isCloseTo(kernel.residualVariance(q, p), within(ROUNDING * (1 + variance)));
      }
      // E k(Z, ·) k(Z, ·) − E k E k is a covariance.
      isPositiveSemiDefinite(
          (y, z) ->
              kernel.productExpectation(p, y, z)
                  - kernel.expectation(p, y) * kernel.expectation(p, z),
          targets);
    }
  }

  static double smallestEigenvalue(DMatrixRMaj symmetric) {
    int n = symmetric.numRows;
    var eigen = DecompositionFactory_DDRM.eig(n, false, true);
    assertThat(eigen.decompose(symmetric.copy())).isTrue();
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      smallest = Math.min(smallest, eigen.getEigenvalue(i).getReal());
    }
    return smallest;
  }

  static <T> DMatrixRMaj gram(ToDoubleBiFunction<T, T> kernel, List<? extends T> points) {
    int n = points.size();
    DMatrixRMaj gram = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        gram.set(i, j, kernel.applyAsDouble(points.get(i), points.get(j)));
      }
    }
    return gram;
  }

  private static <T> void isPositiveSemiDefinite(
      ToDoubleBiFunction<T, T> kernel, List<? extends T> points) {
    DMatrixRMaj gram = gram(kernel, points);
    int n = points.size();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(gram.get(i, j)).isCloseTo(gram.get(j, i), within(ROUNDING));
        // Cauchy and Schwarz.
        assertThat(Math.abs(gram.get(i, j)))
            .isLessThanOrEqualTo(Math.sqrt(gram.get(i, i) * gram.get(j, j)) + ROUNDING);
      }
    }
    assertThat(smallestEigenvalue(gram)).isGreaterThan(-n * ROUNDING);
  }
}
