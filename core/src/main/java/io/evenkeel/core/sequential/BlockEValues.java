package io.evenkeel.core.sequential;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * Payoffs and e-values from consecutive disjoint blocks of B &ge; 2 observations, for kernels with
 * values in [0, 1].
 *
 * @param kernel the kernel of the SKCE
 * @param size B
 */
public record BlockEValues(TensorKernel kernel, int size) {

  /** Checks the size. */
  public BlockEValues {
    Checks.atLeast("block size", size, 2);
  }

  /**
   * (B − 1) η / 2 for the unbiased estimate η of each block: at least −1, since H is positive
   * semi-definite with diagonal entries of at most 2, and of mean 0 under calibration.
   */
  public double[] payoffs(Observations sample) {
    double[] payoffs = new Skce(kernel).blockEstimates(size, sample);
    for (int b = 0; b < payoffs.length; b++) {
      payoffs[b] *= (size - 1) / 2.0;
    }
    return payoffs;
  }

  /**
   * The sum of all h_ij of each block, the diagonal included, over its expectation under
   * calibration given the predictions: e-values with a small variance. They see over-confidence
   * quickly and under-confidence not at all. 1 for a block whose predictions leave nothing to
   * chance.
   */
  public double[] eValues(Observations sample) {
    double[] values = new double[sample.size() / size];
    for (int b = 0; b < values.length; b++) {
      double sum = 0;
      double expectation = 0;
      for (int i = b * size; i < (b + 1) * size; i++) {
        PredictiveDistribution p = sample.prediction(i);
        Target y = sample.target(i);
        sum += kernel.residual(p, y, p, y);
        expectation += expectedDiagonal(p);
        for (int j = b * size; j < i; j++) {
          sum += 2 * kernel.residual(p, y, sample.prediction(j), sample.target(j));
        }
      }
      values[b] = expectation > 0 ? sum / expectation : 1;
    }
    return values;
  }

  /** E h((p, Y), (p, Y)) for Y ~ p and a target kernel with k(y, y) = 1. */
  private double expectedDiagonal(PredictiveDistribution p) {
    return kernel.predictions().apply(p, p) * (1 - kernel.targets().expectation(p, p));
  }
}
