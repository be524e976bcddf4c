package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.moments.BlockSkce;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The test that neighbouring observations do not depend on each other: the block-2 estimate of the
 * SKCE, of neighbours, and the one of all pairs have the same expectation if the order of the
 * observations says nothing, whether the model is calibrated or not. If it rejects, tests and
 * evidence that take the observations for independent are not to be believed.
 *
 * <p>Of one sample the estimate of all pairs is the mean of the block-2 estimate over all orders,
 * so that the variance of their difference is at most that of the block-2 estimate; it is taken for
 * that. Two-sided, p from Student's law with m − 1 degrees of freedom for m pairs; asymptotic in m.
 * Degenerate, with p = 1, below two pairs, without variance, or if one pair outweighs the others.
 */
public final class NeighbourTest {
  private static final int LEAST_EFFECTIVE_SIZE = 2;

  private NeighbourTest() {}

  /**
   * Tests the equality of two estimates.
   *
   * @param neighbours the estimate of disjoint pairs of neighbours
   * @param allPairs the unbiased estimate of all pairs, of the same observations or a random sample
   *     of them
   * @param standardError of the second estimate, &ge; 0: 0 if it is of the same observations
   */
  public static TestResult test(BlockSkce neighbours, double allPairs, double standardError) {
    Checks.finite("estimate of all pairs", allPairs);
    Checks.finiteNotNegative("standard error", standardError);
    long m = neighbours.blocks();
    double sd = neighbours.standardDeviation();
    if (!(sd > 0) || !(neighbours.effectiveSize() >= LEAST_EFFECTIVE_SIZE)) {
      return TestResult.degenerate(Double.NaN, m);
    }
    double t =
        (neighbours.estimate() - allPairs) / Math.hypot(sd / Math.sqrt((double) m), standardError);
    double p = 2 * TDistribution.of(m - 1.0).survivalProbability(Math.abs(t));
    return new TestResult(t, Math.min(1, p), 1, m, false);
  }
}
