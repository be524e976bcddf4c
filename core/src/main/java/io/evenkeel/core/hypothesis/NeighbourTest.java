package io.evenkeel.core.hypothesis;

import io.evenkeel.core.moments.BlockSkce;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The test that neighbouring observations do not depend on each other given their predictions: that
 * the block-2 estimate of the SKCE, of neighbours, is no larger than what {@linkplain AlikePairs
 * pairs with the same prediction} have, whether the model is calibrated or not. If it rejects, no
 * miscalibration of the model explains the estimate of neighbours: they share outcomes, or how the
 * model is wrong changes with time. Tests that take the observations for independent are not to be
 * believed then.
 *
 * <p>It misses groups of rows with one prediction and one outcome that are as large as the root of
 * the sample: the pairs of the same prediction are of the same group then.
 *
 * <p>One-sided, p from Student's law with m − 1 degrees of freedom for m pairs of neighbours;
 * asymptotic in m. Degenerate, with p = 1, below two pairs, without variance, if one pair outweighs
 * the others, and where pairs of the same prediction have no estimate that is a number.
 */
public final class NeighbourTest {
  private static final int LEAST_EFFECTIVE_SIZE = 2;

  private NeighbourTest() {}

  /**
   * Tests that neighbours miss no more alike than observations with the same prediction.
   *
   * @param neighbours the estimate of disjoint pairs of neighbours
   * @param alike of the same observations, or of a random sample of them
   */
  public static TestResult test(BlockSkce neighbours, AlikePairs alike) {
    long m = neighbours.blocks();
    double sd = neighbours.standardDeviation();
    if (!(sd > 0) || !(neighbours.effectiveSize() >= LEAST_EFFECTIVE_SIZE)) {
      return TestResult.degenerate(Double.NaN, m);
    }
    double error = Math.hypot(sd / Math.sqrt((double) m), alike.standardError());
    double t = (neighbours.estimate() - alike.estimate()) / error;
    if (Double.isNaN(t)) {
      return TestResult.degenerate(Double.NaN, m);
    }
    return new TestResult(t, TDistribution.of(m - 1.0).survivalProbability(t), 1, m, false);
  }
}
