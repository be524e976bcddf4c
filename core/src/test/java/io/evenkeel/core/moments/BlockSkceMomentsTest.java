package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockSkceMomentsTest {
  private static final Stream.Law LAW = Stream.dirichlet(4, 0.5);
  private static final TensorKernel KERNEL =
      ProfileLearner.learn(1, Stream.calibrated(LAW, 1).predictions(50), 1, 2).kernel();

  private static double[] sums(List<Observation> sample, double weight, double[] block) {
    var accumulator = new BlockSkceMoments(KERNEL).accumulator(block, 0);
    for (int i = 0; i + 1 < sample.size(); i += 2) {
      Observation a = sample.get(i);
      Observation b = sample.get(i + 1);
      accumulator.add(a.prediction(), a.target(), b.prediction(), b.target(), weight);
    }
    return block;
  }

  @Test
  void keepsWhatTheBlockEstimateOfPlainDataHas() {
    List<Observation> sample = Stream.calibrated(LAW, 3).next(101);

    BlockSkce streamed =
        new BlockSkceMoments(KERNEL)
            .blockSkce(sums(sample, 1, new double[BlockSkceMoments.LENGTH]), 0);

    BlockSkce plain =
        BlockSkce.of(
            KERNEL,
            2,
            Observations.of(
                sample.stream().map(Observation::prediction).toList(),
                sample.stream().map(Observation::target).toList()));
    assertThat(streamed.blocks()).isEqualTo(50).isEqualTo(plain.blocks());
    assertThat(streamed.estimate()).isCloseTo(plain.estimate(), within(1e-15));
    assertThat(streamed.standardDeviation()).isCloseTo(plain.standardDeviation(), within(1e-14));
    assertThat(streamed.secondMoment()).isCloseTo(plain.secondMoment(), within(1e-15));
    assertThat(streamed.nullVariance()).isCloseTo(plain.nullVariance(), within(1e-15));
  }

  @Test
  void returnsToTheStartWhenPairsAreTakenBack() {
    List<Observation> sample = Stream.calibrated(LAW, 3).next(200);

    double[] block = sums(sample, -1, sums(sample, 1, new double[BlockSkceMoments.LENGTH]));

    assertThat(block).containsExactly(new double[BlockSkceMoments.LENGTH], within(1e-12));
  }

  /** Over 2000 pairs the mean of h² is within four standard errors of its closed form. */
  @Test
  void hasTheNullVarianceOfCalibratedPairs() {
    List<Observation> sample = Stream.calibrated(LAW, 4).next(4000);
    double[] block = sums(sample, 1, new double[BlockSkceMoments.LENGTH]);
    double fourth = 0;
    for (int i = 0; i < sample.size(); i += 2) {
      double[] one = sums(sample.subList(i, i + 2), 1, new double[BlockSkceMoments.LENGTH]);
      fourth += (one[2] - one[3]) * (one[2] - one[3]) / 2000;
    }

    assertThat((block[2] - block[3]) / 2000).isCloseTo(0, within(4 * Math.sqrt(fourth / 2000)));
  }
}
