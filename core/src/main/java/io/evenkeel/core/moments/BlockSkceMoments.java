package io.evenkeel.core.moments;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;

/**
 * The sums of the {@link BlockSkce} of pairs.
 *
 * <p>Ensembles and quantile forecasts count as in {@link CmeMoments}.
 *
 * <p>Layout: the number of pairs, Σh, Σh², Σ Var₀(h), the variance of h given the two predictions
 * if both are calibrated, Σh³ and Σh⁴. A pair with a prediction that k_P does not take, or whose
 * numbers are so large that expectations under it are none, does not count.
 *
 * @param kernel the kernel of the SKCE
 */
public record BlockSkceMoments(TensorKernel kernel) {
  /** The number of sums. */
  public static final int LENGTH = 6;

  /** Adds sums of pairs (p, y), (q, z) to {@code block[offset]} and the five behind it. */
  public PairAccumulator accumulator(double[] block, int offset) {
    return (first, y, second, z, weight) -> {
      if (!takes(first) || !takes(second)) {
        return;
      }
      PredictiveDistribution p = Ensemble.judged(first, y);
      PredictiveDistribution q = Ensemble.judged(second, z);
      double k = kernel.predictions().apply(p, q);
      double h = k * kernel.targets().residual(p, y, q, z);
      double variance = k * k * kernel.targets().residualVariance(p, q);
      if (Double.isFinite(h) && Double.isFinite(variance)) {
        block[offset] += weight;
        block[offset + 1] += weight * h;
        block[offset + 2] += weight * h * h;
        block[offset + 3] += weight * variance;
        block[offset + 4] += weight * h * h * h;
        block[offset + 5] += weight * h * h * h * h;
      }
    };
  }

  private boolean takes(PredictiveDistribution p) {
    return !(p instanceof Quantiles) && kernel.predictions().takes(p);
  }

  /** The block estimate in the sums. */
  public BlockSkce blockSkce(double[] block, int offset) {
    return BlockSkce.ofPairs(Arrays.copyOfRange(block, offset, offset + LENGTH));
  }

  /** A mutable adder of pairs to sums. */
  @FunctionalInterface
  public interface PairAccumulator {

    /** Adds a pair of observations with a weight, or takes it back with the negative of it. */
    void add(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z, double weight);
  }
}
