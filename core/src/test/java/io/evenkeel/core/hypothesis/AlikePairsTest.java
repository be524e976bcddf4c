package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.ScaledKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlikePairsTest {
  private static final double ROUNDING = 1e-12;
  private static final PredictionKernel PREDICTIONS =
      new ExponentialKernel(Distance.EUCLIDEAN, 2, 1);
  private static final TensorKernel KERNEL = new TensorKernel(PREDICTIONS, new KroneckerKernel());

  /** Half of the predictions are wrong one way and half the other way, far from each other. */
  private static Observations opposite(int n) {
    List<PredictiveDistribution> predictions =
        IntStream.range(0, n)
            .<PredictiveDistribution>mapToObj(
                i -> i % 2 == 0 ? Categorical.of(0.25, 0.75) : Categorical.of(0.75, 0.25))
            .toList();
    List<Target> targets =
        IntStream.range(0, n).<Target>mapToObj(i -> Target.ofClass(i % 2)).toList();
    return Observations.of(predictions, targets);
  }

  /** ‖δ‖² = 2 · 0.75² where every target is the less likely one, though pairs at large cancel. */
  @Test
  void takesPairsOfTheSamePrediction() {
    AlikePairs pairs = AlikePairs.of(KERNEL, opposite(40));

    assertThat(pairs.estimate()).isCloseTo(2 * 0.75 * 0.75, within(ROUNDING));
    // Each observation is in twice as many of the pairs as one of them has: L_i = 2 D / n.
    assertThat(pairs.standardError())
        .isCloseTo(2 * pairs.estimate() / Math.sqrt(40), within(ROUNDING));
  }

  @Test
  void growsWithTheKernelOfPredictions() {
    TensorKernel scaled = new TensorKernel(new ScaledKernel(3, PREDICTIONS), KERNEL.targets());

    assertThat(AlikePairs.of(scaled, opposite(40)).estimate())
        .isCloseTo(3 * AlikePairs.of(KERNEL, opposite(40)).estimate(), within(1e-9));
  }

  @Test
  void takesTwoObservations() {
    assertThat(AlikePairs.of(KERNEL, opposite(2)).estimate()).isNegative();
  }
}
