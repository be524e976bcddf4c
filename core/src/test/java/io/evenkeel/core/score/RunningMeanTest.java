package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RunningMeanTest {

  @Test
  void isThatOfTheNumbersFarFromZeroToo() {
    RunningMean mean = new RunningMean();
    for (double x : new double[] {1, 2, 4, 5}) {
      mean.add(1e6 + x);
    }

    assertThat(mean.n()).isEqualTo(4);
    assertThat(mean.mean()).isEqualTo(1e6 + 3);
    assertThat(mean.standardError()).isCloseTo(Math.sqrt(10.0 / 3 / 4), within(1e-9));
  }

  @Test
  void isUndefinedWhereThereIsTooLittle() {
    RunningMean mean = new RunningMean();
    assertThat(mean.mean()).isNaN();
    mean.add(1);
    assertThat(mean.mean()).isEqualTo(1);
    assertThat(mean.standardError()).isNaN();
    assertThat(mean.interval(0.95)).isEqualTo(Interval.EVERYTHING);
    assertThatThrownBy(() -> mean.add(Double.POSITIVE_INFINITY)).hasMessageContaining("finite");
  }

  private static final double FOUR_STANDARD_ERRORS = 4 * Math.sqrt(0.09 / 20_000);

  /** The share of 20,000 means whose 90 % interval holds the truth. */
  private static double share(BiConsumer<RunningMean, DoubleSupplier> numbers, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    int holds = 0;
    for (int repetition = 0; repetition < 20_000; repetition++) {
      RunningMean mean = new RunningMean();
      numbers.accept(mean, gaussian::sample);
      holds += mean.interval(0.9).contains(0) ? 1 : 0;
    }
    return holds / 20_000.0;
  }

  /** Of outcomes with one to so many equal numbers each. */
  private static double shareOfShared(int outcomes, int most) {
    return share(
        (mean, gaussian) -> {
          for (int outcome = 0; outcome < outcomes; outcome++) {
            double x = gaussian.getAsDouble();
            int numbers = 1 + outcome % most;
            for (int i = 0; i < numbers; i++) {
              mean.add(x, 1.0 / numbers);
            }
          }
        },
        12);
  }

  @Test
  void intervalOfNumbersOfSharedOutcomesHoldsTheTruthNearlyAsOftenAsItSays() {
    assertThat(shareOfShared(40, 4)).isCloseTo(0.9, within(FOUR_STANDARD_ERRORS));
    assertThat(shareOfShared(10, 10))
        .as("of few outcomes of unequal size a little less")
        .isCloseTo(0.89, within(FOUR_STANDARD_ERRORS));
  }

  @Test
  void hasNoIntervalWhereItIsNotKnownHowManyNumbersAreOfOneOutcome() {
    RunningMean mean = new RunningMean();
    mean.add(1, 0);
    mean.add(2, 1);
    mean.add(3, 1);

    assertThat(mean.mean()).isEqualTo(2);
    assertThat(mean.interval(0.95)).isEqualTo(Interval.EVERYTHING);
  }

  /** The interval of normal numbers is exact, also of five. */
  @Test
  void intervalHoldsTheTruthAsOftenAsItSays() {
    double share =
        share(
            (mean, gaussian) -> {
              for (int i = 0; i < 5; i++) {
                mean.add(gaussian.getAsDouble());
              }
            },
            11);

    assertThat(share).isCloseTo(0.9, within(FOUR_STANDARD_ERRORS));
  }
}
