package io.evenkeel.core.moments;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The block estimate of the SKCE: the mean of η over disjoint blocks of B observations, η being the
 * mean of h over the pairs i &lt; j within a block. It is unbiased and may be negative. (Widmann et
 * al. 2021, section 6.)
 *
 * @param blockSize B &ge; 2
 * @param blocks the number of blocks m
 * @param estimate the mean of η, NaN without blocks
 * @param standardDeviation the empirical standard deviation of η with denominator m − 1, NaN below
 *     two blocks; 0 if it cannot be distinguished from rounding errors
 * @param secondMoment the mean of h² over all pairs within blocks, NaN without blocks
 * @param nullVariance the mean over blocks of the variance that η has, given the predictions, if
 *     they are calibrated; in closed form, NaN without blocks
 * @param skewness Σh³ / (Σh²)<sup>3/2</sup> over all pairs within blocks, NaN without blocks: an
 *     estimate of the skewness that Ση has if the predictions are calibrated
 * @param effectiveSize (Σh²)² / Σh⁴ over all pairs within blocks, NaN without blocks: how many
 *     pairs make up the sum, as many as there are if all are alike, 1 if one outweighs all others
 */
public record BlockSkce(
    int blockSize,
    long blocks,
    double estimate,
    double standardDeviation,
    double secondMoment,
    double nullVariance,
    double skewness,
    double effectiveSize) {
  /** What rounding leaves of a variance of 0, relative to the largest square. */
  private static final double ROUNDING = 1e-28;

  /**
   * What cancellation leaves of a variance of 0 computed from sums, relative to the mean square.
   */
  private static final double CANCELLATION = 1e-13;

  /** The estimate from the sums of {@link BlockSkceMoments}. */
  static BlockSkce ofPairs(double... sums) {
    double m = sums[0];
    double mean = sums[1] / m;
    double meanSquare = sums[2] / m;
    double variance = (sums[2] - sums[1] * mean) / (m - 1);
    double sd = variance > CANCELLATION * meanSquare ? Math.sqrt(variance) : 0;
    return new BlockSkce(
        2,
        OutcomeCounts.whole(m),
        mean,
        m < 2 ? Double.NaN : sd,
        meanSquare,
        sums[3] / m,
        sums[4] / Math.pow(sums[2], 1.5),
        sums[2] * sums[2] / sums[5]);
  }

  /**
   * The estimate from consecutive blocks of B observations; an incomplete last block is dropped.
   * O(nB) evaluations of h.
   *
   * @param kernel the kernel of the SKCE
   * @param blockSize B &ge; 2
   * @param sample n observations
   */
  public static BlockSkce of(TensorKernel kernel, int blockSize, Observations sample) {
    Checks.atLeast("block size", blockSize, 2);
    int m = sample.size() / blockSize;
    int pairs = blockSize * (blockSize - 1) / 2;
    double[] eta = new double[m];
    double squares = 0;
    double cubes = 0;
    double fourths = 0;
    double variances = 0;
    for (int b = 0; b < m; b++) {
      for (int i = b * blockSize; i < (b + 1) * blockSize; i++) {
        for (int j = i + 1; j < (b + 1) * blockSize; j++) {
          PredictiveDistribution p = sample.prediction(i);
          PredictiveDistribution q = sample.prediction(j);
          double h = kernel.residual(p, sample.target(i), q, sample.target(j));
          eta[b] += h / pairs;
          squares += h * h;
          cubes += h * h * h;
          fourths += h * h * h * h;
          variances += kernel.residualVariance(p, q) / pairs / pairs;
        }
      }
    }
    double mean = mean(eta);
    return new BlockSkce(
        blockSize,
        m,
        mean,
        standardDeviation(eta, mean),
        squares / ((double) m * pairs),
        variances / m,
        cubes / Math.pow(squares, 1.5),
        squares * squares / fourths);
  }

  private static double mean(double[] eta) {
    double sum = 0;
    for (double value : eta) {
      sum += value;
    }
    return sum / eta.length;
  }

  private static double standardDeviation(double[] eta, double mean) {
    if (eta.length < 2) {
      return Double.NaN;
    }
    double squares = 0;
    double largest = 0;
    for (double value : eta) {
      squares += (value - mean) * (value - mean);
      largest = Math.max(largest, value * value);
    }
    double variance = squares / (eta.length - 1);
    return variance > ROUNDING * largest ? Math.sqrt(variance) : 0;
  }
}
