package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.prediction.Observations;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The asymptotic test of calibration from the block estimate of the SKCE: one-sided, p = Φ(−z) for
 * a statistic z that is asymptotically standard normal in the number of blocks m.
 *
 * <p>Its cost is linear in the number of observations and its power low: it needs hundreds of times
 * more observations than recalibration evidence. Degenerate, with p = 1, without blocks or without
 * variance. (Widmann et al. 2021, remark B.1.)
 */
public final class BlockSkceTest {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private final Variance variance;
  private final int blockSize;

  /** How the variance of the estimate is found. */
  public enum Variance {
    /** The variance given the predictions if they are calibrated, in closed form. */
    NULL,
    /** The empirical variance of the block estimates; needs two blocks. */
    EMPIRICAL,
    /**
     * From the mean of h² over the pairs within blocks, z = √(m B (B − 1)) estimate / (√2
     * σ<sub>h</sub>).
     */
    SECOND_MOMENT
  }

  private BlockSkceTest(Variance variance, int blockSize) {
    this.variance = variance;
    this.blockSize = blockSize;
  }

  /** The test with blocks of two and the variance under the null hypothesis. */
  public static BlockSkceTest withDefaults() {
    return new BlockSkceTest(Variance.NULL, 2);
  }

  /** This test with another variance. */
  public BlockSkceTest with(Variance variance) {
    return new BlockSkceTest(variance, blockSize);
  }

  /** This test with blocks of B &ge; 2 observations. */
  public BlockSkceTest withBlockSize(int blockSize) {
    return new BlockSkceTest(variance, Checks.atLeast("block size", blockSize, 2));
  }

  /** Tests n observations in consecutive blocks; an incomplete last one is dropped. */
  public TestResult test(TensorKernel kernel, Observations sample) {
    return test(BlockSkce.of(kernel, blockSize, sample));
  }

  /** Tests with an estimate made elsewhere, whose own block size counts. */
  public TestResult test(BlockSkce estimate) {
    double sd =
        switch (variance) {
          case NULL -> Math.sqrt(estimate.nullVariance());
          case EMPIRICAL -> estimate.standardDeviation();
          case SECOND_MOMENT ->
              Math.sqrt(
                  2
                      * estimate.secondMoment()
                      / ((double) estimate.blockSize() * (estimate.blockSize() - 1)));
        };
    if (!(sd > 0)) {
      return TestResult.degenerate(Double.NaN, estimate.blocks());
    }
    double z = Math.sqrt((double) estimate.blocks()) * estimate.estimate() / sd;
    return new TestResult(z, STANDARD.cumulativeProbability(-z), 1, estimate.blocks(), false);
  }
}
