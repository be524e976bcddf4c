package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;

/** The rows of the matrix H = (h_ij) of a sample, made piece by piece. */
interface ResidualRows {
  /** A piece of this many columns fits the fastest cache, with all that is needed to make it. */
  int PIECE = 512;

  /** The rows for a kernel, by the fastest way that gives the same numbers. */
  static ResidualRows of(TensorKernel kernel, Observations sample) {
    if (sample.size() > 0
        && sample.prediction(0) instanceof Categorical
        && kernel.targets() instanceof KroneckerKernel
        && kernel.predictions() instanceof ExponentialKernel exponential
        && exponential.distance() == Distance.EUCLIDEAN) {
      return new CategoricalRows(exponential, ClassSample.of(sample));
    }
    return (i, from, to, row) -> {
      for (int j = from; j < to; j++) {
        row[j - from] =
            kernel.residual(
                sample.prediction(i), sample.target(i), sample.prediction(j), sample.target(j));
      }
    };
  }

  /** Writes h_ij for from ≤ j &lt; to to the beginning of the row. */
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
