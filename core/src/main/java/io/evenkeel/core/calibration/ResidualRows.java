package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;

/**
 * The rows of a symmetric n &times; n matrix, as a rule of H = (h_ij) of a sample, made piece by
 * piece and not stored. Several threads may use them at once.
 */
@FunctionalInterface
public interface ResidualRows {
  /** A piece of this many columns fits the fastest cache, with all that is needed to make it. */
  int PIECE = 512;

  /**
   * The rows of H for a kernel. For classes under the Kronecker kernel and normals with independent
   * coordinates under the Gaussian kernel, with an exponential kernel of their Euclidean or
   * 2-Wasserstein distance, they are made in vectorised loops, and differ from {@link
   * TensorKernel#residual} by rounding only.
   */
  static ResidualRows of(TensorKernel kernel, Observations sample) {
    if (areVectorised(kernel, sample) && kernel.predictions() instanceof ExponentialKernel k) {
      return kernel.targets() instanceof GaussianKernel targets
          ? new NormalRows(k, targets.gamma(), sample)
          : new CategoricalRows(k, ClassSample.of(sample));
    }
    return (i, from, to, row) -> {
      for (int j = from; j < to; j++) {
        row[j - from] =
            kernel.residual(
                sample.prediction(i), sample.target(i), sample.prediction(j), sample.target(j));
      }
    };
  }

  /** Whether H is made in vectorised loops. */
  static boolean areVectorised(TensorKernel kernel, Observations sample) {
    if (!(kernel.predictions() instanceof ExponentialKernel k)) {
      return false;
    }
    if (kernel.targets() instanceof KroneckerKernel && k.distance() == Distance.EUCLIDEAN) {
      return sample.predictions().stream().allMatch(p -> p instanceof Categorical);
    }
    return kernel.targets() instanceof GaussianKernel
        && k.distance() == Distance.WASSERSTEIN_2
        && sample.predictions().stream().allMatch(p -> p instanceof Normal q && q.isDiagonal());
  }

  /**
   * Writes h_ij for from ≤ j &lt; to to the beginning of the row. It costs least if {@code from} is
   * a multiple of {@link #PIECE}.
   */
  void fill(int i, int from, int to, double[] row);

  /** The sum of h_ij over from ≤ j &lt; to. */
  default double sum(int i, int from, int to) {
    double[] row = new double[Math.min(PIECE, Math.max(0, to - from))];
    double sum = 0;
    for (int start = from; start < to; start += PIECE) {
      int end = Math.min(to, start + PIECE);
      fill(i, start, end, row);
      for (int j = 0; j < end - start; j++) {
        sum += row[j];
      }
    }
    return sum;
  }
}
