package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.RowSum;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import java.util.stream.IntStream;

/**
 * The squared kernel calibration error SKCE = E h((P, Y), (P′, Y′)) for independent observations,
 * where h is the {@linkplain TensorKernel#residual calibration residual} of a pair.
 *
 * <p>It is never negative, and with a characteristic kernel zero exactly when the model is
 * calibrated. Its estimators are means of the entries of H = (h_ij). They cost O(n²) kernel
 * evaluations and O(n) memory, and use the common fork-join pool; the result does not depend on the
 * number of threads. Where an estimate is not defined it is NaN.
 *
 * <p>Source: Widmann, Lindsten, Zachariah, <i>Calibration tests beyond classification</i>, ICLR
 * 2021, Lemmas 1 to 3.
 *
 * @param kernel k = k_P ⊗ k_Y
 */
public record Skce(TensorKernel kernel) {

  /**
   * The mean of all h_ij, n &ge; 1: not negative if the kernel is positive definite, and biased
   * upwards by a term of order 1/n.
   */
  public double biased(Observations sample) {
    double n = sample.size();
    double diagonal = 0;
    for (int i = 0; i < sample.size(); i++) {
      diagonal += residual(sample, i, i);
    }
    return (diagonal + 2 * lowerSum(sample)) / (n * n);
  }

  /** The mean of h_ij over i ≠ j, n &ge; 2: unbiased, and about half of the time negative. */
  public double unbiased(Observations sample) {
    double n = sample.size();
    return 2 * lowerSum(sample) / (n * (n - 1));
  }

  /** The kernel calibration error KCE: the root of the biased estimate, or of zero. */
  public double kce(Observations sample) {
    return Math.sqrt(Math.max(biased(sample), 0));
  }

  /**
   * The unbiased estimates of the ⌊n/B⌋ consecutive disjoint blocks of B observations; what is left
   * over is not used. O(nB) time.
   *
   * @param size B &ge; 2
   */
  public double[] blockEstimates(int size, Observations sample) {
    Checks.atLeast("block size", size, 2);
    double[] estimates = new double[sample.size() / size];
    IntStream.range(0, estimates.length)
        .parallel()
        .forEach(b -> estimates[b] = blockEstimate(b * size, size, sample));
    return estimates;
  }

  private double blockEstimate(int from, int size, Observations sample) {
    double sum = 0;
    for (int i = from; i < from + size; i++) {
      for (int j = from; j < i; j++) {
        sum += residual(sample, i, j);
      }
    }
    return 2 * sum / (size * (size - 1.0));
  }

  /**
   * The mean of the {@linkplain #blockEstimates estimates of the blocks}, unbiased; NaN if n &lt;
   * B. O(nB) time.
   *
   * @param size B &ge; 2
   */
  public double block(int size, Observations sample) {
    double sum = 0;
    double[] estimates = blockEstimates(size, sample);
    for (double estimate : estimates) {
      sum += estimate;
    }
    return sum / estimates.length;
  }

  /** The symmetric matrix H of n &times; n residuals h_ij. */
  public double[][] residuals(Observations sample) {
    int n = sample.size();
    ResidualRows rows = ResidualRows.of(kernel, sample);
    double[][] h = new double[n][n];
    IntStream.range(0, n).parallel().forEach(i -> rows.fill(i, 0, i + 1, h[i]));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        h[j][i] = h[i][j];
      }
    }
    return h;
  }

  private double residual(Observations sample, int i, int j) {
    return kernel.residual(
        sample.prediction(i), sample.target(i), sample.prediction(j), sample.target(j));
  }

  /** Σ h_ij over j &lt; i. */
  private double lowerSum(Observations sample) {
    ResidualRows rows = ResidualRows.of(kernel, sample);
    return RowSum.of(sample.size(), i -> rows.sum(i, 0, i));
  }
}
