package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ClasswiseEceTest {
  private static final ConsistencyResampling RESAMPLING =
      new ConsistencyResampling(Binning.equalWidth(15), 199, 0.9);

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);

  @Test
  void isThatOfEachClassAgainstTheRest() {
    Observations sample = Stream.calibrated(Stream.dirichlet(4, 1), 3).observations(300);

    ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);

    double[] expected =
        IntStream.range(0, 4)
            .mapToDouble(k -> RESAMPLING.ofClass(k, sample, random).ece())
            .toArray();
    for (int k = 0; k < expected.length; k++) {
      assertThat(ece.ofClasses().get(k)).isCloseTo(expected[k], within(1e-12));
    }
    assertThat(ece.mean())
        .isCloseTo(IntStream.range(0, 4).mapToDouble(k -> expected[k]).sum() / 4, within(1e-12));
  }

  /** By hand: two rows of one prediction, of which class 2 came twice. */
  @Test
  void countsEveryClassThatWasPredicted() {
    Categorical p = Categorical.of(0.5, 0.25, 0.25);
    Observations sample =
        Observations.of(List.of(p, p), List.of(Target.ofClass(2), Target.ofClass(2)));

    ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);

    assertThat(ece.ofClasses()).containsExactly(0.5, 0.25, 0.75);
    assertThat(ece.mean()).isEqualTo(0.5);
  }

  @Test
  void theRangeIfCalibratedHoldsThatOfCalibratedPredictions() {
    int inside = 0;
    for (int seed = 0; seed < 200; seed++) {
      Observations sample = Stream.calibrated(Stream.dirichlet(5, 0.5), seed).observations(60);
      ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);
      inside += ece.calibratedMean().contains(ece.mean()) ? 1 : 0;
    }

    assertThat(inside / 200.0).isBetween(0.85, 0.95);
  }
}
