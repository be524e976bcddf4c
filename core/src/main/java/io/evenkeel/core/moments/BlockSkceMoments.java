package io.evenkeel.core.moments;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * The sums of the {@link BlockSkce} of pairs.
 *
 * <p>Layout: the number of pairs, Σh, Σh², and Σ Var₀(h), the variance of h given the two
 * predictions if both are calibrated. A pair with a prediction that k_P does not take, or whose
 * numbers are so large that expectations under it are none, does not count.
 *
 * @param kernel the kernel of the SKCE
 */
public record BlockSkceMoments(TensorKernel kernel) {
  /** The number of sums. */
  public static final int LENGTH = 4;

  /** Adds sums of pairs (p, y), (q, z) to {@code block[offset]} and the three behind it. */
  public PairAccumulator accumulator(double[] block, int offset) {
    return (p, y, q, z, weight) -> {
      if (!kernel.predictions().takes(p) || !kernel.predictions().takes(q)) {
        return;
      }
      double k = kernel.predictions().apply(p, q);
      double h = k * kernel.targets().residual(p, y, q, z);
      double variance = k * k * kernel.targets().residualVariance(p, q);
      if (Double.isFinite(h) && Double.isFinite(variance)) {
        block[offset] += weight;
        block[offset + 1] += weight * h;
        block[offset + 2] += weight * h * h;
        block[offset + 3] += weight * variance;
      }
    };
  }

  /** The block estimate in the sums. */
  public BlockSkce blockSkce(double[] block, int offset) {
    return BlockSkce.ofPairs(
        (long) block[offset], block[offset + 1], block[offset + 2], block[offset + 3]);
  }

  /** A mutable adder of pairs to sums. */
  @FunctionalInterface
  public interface PairAccumulator {

    /** Adds a pair of observations, with weight +1, or takes it back, with weight −1. */
    void add(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z, double weight);
  }
}
