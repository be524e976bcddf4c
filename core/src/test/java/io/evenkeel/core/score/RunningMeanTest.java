package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

  /** Of forty outcomes with one to four equal numbers each, 20,000 times. */
  @Test
  void intervalOfNumbersThatAreAllOfOneOutcomeHoldsAtLeastAsOften() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(12);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    int holds = 0;
    for (int repetition = 0; repetition < 20_000; repetition++) {
      RunningMean mean = new RunningMean();
      for (int outcome = 0; outcome < 40; outcome++) {
        double x = 1e3 + gaussian.sample();
        int numbers = 1 + outcome % 4;
        for (int i = 0; i < numbers; i++) {
          mean.add(x, 1.0 / numbers);
        }
      }
      holds += mean.interval(0.9).contains(1e3) ? 1 : 0;
    }

    assertThat(holds / 20_000.0).isBetween(0.9 - 4 * Math.sqrt(0.09 / 20_000), 0.95);
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

  /** The interval of normal numbers is exact: 5 numbers, 20,000 times, within 4 standard errors. */
  @Test
  void intervalHoldsTheTruthAsOftenAsItSays() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(11);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    int holds = 0;
    for (int repetition = 0; repetition < 20_000; repetition++) {
      RunningMean mean = new RunningMean();
      for (int i = 0; i < 5; i++) {
        mean.add(gaussian.sample());
      }
      holds += mean.interval(0.9).contains(0) ? 1 : 0;
    }

    assertThat(holds / 20_000.0).isCloseTo(0.9, within(4 * Math.sqrt(0.09 / 20_000)));
  }
}
