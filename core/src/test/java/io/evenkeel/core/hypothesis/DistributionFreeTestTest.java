package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.ConstantKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DistributionFreeTestTest {
  private static final TensorKernel KERNEL =
      new TensorKernel(new ConstantKernel(), new KroneckerKernel());

  /** Predictions (1 − q, q), of which the given numbers of each class came. */
  private static Observations sample(double q, int zeros, int ones) {
    return Observations.of(
        Collections.nCopies(zeros + ones, Categorical.of(1 - q, q)),
        IntStream.range(0, zeros + ones).mapToObj(i -> Target.ofClass(i < zeros ? 0 : 1)).toList());
  }

  private static double p(DistributionFreeTest.Estimate estimate, Observations sample) {
    return DistributionFreeTest.withDefaults().with(estimate).test(KERNEL, sample).pValue();
  }

  /** With one prediction, √V = √2 |share − q|, and E₀V = 2q(1 − q) / n. */
  @Test
  void boundsTheBiasedEstimateByMcDiarmid() {
    double above = Math.sqrt(2) * 0.3 - Math.sqrt(2 * 0.2 * 0.8 / 40);

    assertThat(p(DistributionFreeTest.Estimate.BIASED, sample(0.2, 20, 20)))
        .isCloseTo(Math.exp(-40 * above * above), within(1e-12));
  }

  @Test
  void boundsTheUnbiasedEstimateByHoeffding() {
    Observations sample = sample(0.2, 5, 36);
    double u = new Skce(KERNEL).unbiased(sample);

    assertThat(p(DistributionFreeTest.Estimate.UNBIASED, sample))
        .isCloseTo(Math.exp(-20 * u * u / 8), within(1e-12));
  }

  /** The pairs (0, 0), (1, 1) and (0, 1) have h = 2q², 2(1 − q)² and −2q(1 − q). */
  @Test
  void boundsTheEstimateOfPairsByTheirRanges() {
    double width = 2 * 0.8 * 0.8 + 2 * 0.2 * 0.8;
    double sum = 2 * 2 * 0.2 * 0.2 + 6 * 2 * 0.8 * 0.8;

    assertThat(p(DistributionFreeTest.Estimate.BLOCK, sample(0.2, 4, 12)))
        .isCloseTo(Math.exp(-2 * sum * sum / (8 * width * width)), within(1e-12));
  }

  /** All samples of eight tosses are enumerated: no p is met more often than it says. */
  @ParameterizedTest
  @EnumSource
  void isValidForEveryNumber(DistributionFreeTest.Estimate estimate) {
    int n = 8;
    List<Categorical> predictions = Collections.nCopies(n, Categorical.of(0.8, 0.2));
    TreeMap<Double, Double> chances = new TreeMap<>();
    for (int outcome = 0; outcome < 1 << n; outcome++) {
      int bits = outcome;
      List<Target> targets =
          IntStream.range(0, n).mapToObj(i -> Target.ofClass(bits >> i & 1)).toList();
      int ones = Integer.bitCount(outcome);
      chances.merge(
          p(estimate, Observations.of(predictions, targets)),
          Math.pow(0.2, ones) * Math.pow(0.8, n - ones),
          Double::sum);
    }
    double chance = 0;
    for (var entry : chances.entrySet()) {
      chance += entry.getValue();
      assertThat(chance).isLessThanOrEqualTo(entry.getKey() + 1e-12);
    }
  }

  @Test
  void isDegenerateForCertainPredictionsThatCameTrue() {
    for (DistributionFreeTest.Estimate estimate : DistributionFreeTest.Estimate.values()) {
      assertThat(p(estimate, sample(0, 10, 0))).isEqualTo(1);
    }
  }
}
