package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.prediction.Observations;
import java.util.function.IntUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The asymptotic test of calibration from the block estimate of the SKCE: one-sided, p = Φ(−z) for
 * a statistic z that is asymptotically standard normal in the number of blocks m.
 *
 * <p>Its cost is O(nB) for n observations. With B = 2 its power is low: it needs hundreds of times
 * more observations than recalibration evidence; with blocks that grow as √n it comes near the
 * quadratic tests. Degenerate, with p = 1, without blocks or without variance.
 *
 * <p>With {@link Variance#NULL}, the default, z is brought back to a normal law from that of a sum
 * as skewed as the pairs are, by the cube root that does so for a gamma law (Wilson and Hilferty
 * 1931, doi:10.1073/pnas.17.12.684); and if the effective size of the pairs is below {@value
 * #LEAST_EFFECTIVE_SIZE}, so that one of them outweighs the others, the test is degenerate. So it
 * keeps its size where events are rare, and is silent where they are too rare.
 *
 * <p>Source: Widmann et al. 2021, remarks B.1 to B.3. The second p-value of remark B.1 is taken
 * with the factor √(B(B − 1)) that its lemma B.4 gives and its print lacks; remark B.3 without the
 * √B that does not follow from corollary B.5, so that its statistic is that of remark B.1.
 */
public final class BlockSkceTest {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private static final int LEAST_EFFECTIVE_SIZE = 2;

  /** A standard deviation up to this is rounding: kernels are at most 1. */
  private static final double ROUNDING = 1e-15;

  /** A skewness up to this changes nothing that matters. */
  private static final double NEGLIGIBLE = 1e-6;

  private final Variance variance;
  private final IntUnaryOperator blockSize;

  /** How the variance of the estimate is found. */
  public enum Variance {
    /**
     * The variance given the predictions if they are calibrated, in closed form; with a correction
     * for the skewness of the pairs.
     */
    NULL,
    /** The same without the correction: rejects too often where events are rare. */
    NULL_NORMAL,
    /** The empirical variance of the block estimates; needs two blocks. */
    EMPIRICAL,
    /** The same, with p = P(T &gt; z) for Student's t law with m − 1 degrees of freedom. */
    EMPIRICAL_T,
    /**
     * From the mean of h² over the pairs within blocks, z = √(m B (B − 1)) estimate / (√2
     * σ<sub>h</sub>).
     */
    SECOND_MOMENT
  }

  private BlockSkceTest(Variance variance, IntUnaryOperator blockSize) {
    this.variance = variance;
    this.blockSize = blockSize;
  }

  /** The test with blocks of two and the variance under the null hypothesis. */
  public static BlockSkceTest withDefaults() {
    return new BlockSkceTest(Variance.NULL, n -> 2);
  }

  /** This test with another variance. */
  public BlockSkceTest with(Variance variance) {
    return new BlockSkceTest(variance, blockSize);
  }

  /** This test with blocks of B &ge; 2 observations. */
  public BlockSkceTest withBlockSize(int blockSize) {
    Checks.atLeast("block size", blockSize, 2);
    return new BlockSkceTest(variance, n -> blockSize);
  }

  /** This test with blocks of max(2, ⌊√n⌋) observations. */
  public BlockSkceTest withGrowingBlocks() {
    return new BlockSkceTest(variance, n -> Math.max(2, (int) Math.sqrt(n)));
  }

  /** Tests n observations in consecutive blocks; an incomplete last one is dropped. */
  public TestResult test(TensorKernel kernel, Observations sample) {
    return test(BlockSkce.of(kernel, blockSize.applyAsInt(sample.size()), sample));
  }

  /** Tests with an estimate made elsewhere, whose own block size counts. */
  public TestResult test(BlockSkce estimate) {
    return test(estimate, 0);
  }

  /**
   * Tests the hypothesis that the SKCE is at most a bound, with an estimate made elsewhere.
   *
   * @param bound &ge; 0; of 0 the hypothesis is calibration
   */
  public TestResult test(BlockSkce estimate, double bound) {
    double sd = standardDeviation(estimate);
    boolean underNull = variance == Variance.NULL;
    if (!(sd > ROUNDING) || (underNull && !(estimate.effectiveSize() >= LEAST_EFFECTIVE_SIZE))) {
      return TestResult.degenerate(Double.NaN, estimate.blocks());
    }
    double z = Math.sqrt((double) estimate.blocks()) * (estimate.estimate() - bound) / sd;
    if (underNull) {
      z = unskewed(z, estimate.skewness());
    }
    double p =
        variance == Variance.EMPIRICAL_T
            ? TDistribution.of(estimate.blocks() - 1.0).survivalProbability(z)
            : STANDARD.cumulativeProbability(-z);
    return new TestResult(z, p, 1, estimate.blocks(), false);
  }

  private double standardDeviation(BlockSkce estimate) {
    return switch (variance) {
      case NULL, NULL_NORMAL -> Math.sqrt(estimate.nullVariance());
      case EMPIRICAL, EMPIRICAL_T -> estimate.standardDeviation();
      case SECOND_MOMENT ->
          Math.sqrt(
              2
                  * estimate.secondMoment()
                  / ((double) estimate.blockSize() * (estimate.blockSize() - 1)));
    };
  }

  /** The cube root of a gamma variable of that skewness, standardised; z itself without a skew. */
  private static double unskewed(double z, double skewness) {
    if (!(skewness > NEGLIGIBLE)) {
      return z;
    }
    double root = Math.cbrt(Math.max(0, 1 + skewness * z / 2));
    return 6 / skewness * (root - 1) + skewness / 6;
  }
}
