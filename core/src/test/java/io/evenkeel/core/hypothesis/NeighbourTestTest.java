package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class NeighbourTestTest {
  private static final TensorKernel KERNEL =
      new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 2, 1), new KroneckerKernel());

  /** Predictions with targets of the given bias; every second pair of rows shares its outcome. */
  private static Observations sample(double bias, boolean repeated, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double p = random.nextDouble(0.1, 0.9);
      for (int row = 0; row < 2; row++) {
        if (row == 1 && !repeated) {
          p = random.nextDouble(0.1, 0.9);
        }
        predictions.add(Categorical.of(1 - p, p));
        targets.add(
            row == 1 && repeated
                ? targets.get(targets.size() - 1)
                : Target.ofClass(random.nextDouble() < p + bias ? 1 : 0));
      }
    }
    return Observations.of(predictions, targets);
  }

  private static double rejected(double bias, boolean repeated) {
    int rejected = 0;
    for (long seed = 1; seed <= 100; seed++) {
      Observations sample = sample(bias, repeated, seed);
      BlockSkce neighbours = BlockSkce.of(KERNEL, 2, sample);
      AlikePairs alike = AlikePairs.of(KERNEL, sample);
      rejected += NeighbourTest.test(neighbours, alike).rejects(0.01) ? 1 : 0;
    }
    return rejected / 100.0;
  }

  @Test
  void seldomRejectsIndependentObservationsCalibratedOrNot() {
    assertThat(rejected(0, false)).isLessThanOrEqualTo(0.04);
    assertThat(rejected(0.1, false)).isLessThanOrEqualTo(0.04);
  }

  @Test
  void findsRowsThatShareTheirOutcome() {
    assertThat(rejected(0, true)).isGreaterThan(0.95);
  }
}
