package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RestartedEProcessTest {

  private static double share(int s) {
    return Math.pow(s, -0.25) - Math.pow(s + 1, -0.25);
  }

  @Test
  void isTheMeanOverAllStarts() {
    double[][] factors = {{2, 0.5}, {0.25, 1}, {3, 4}};
    double[] weights = {0.3, 0.7};
    RestartedEProcess process = RestartedEProcess.mixture(weights);
    double expected = 1;
    for (int s = 1; s <= 3; s++) {
      double mean = 0;
      for (int g = 0; g < 2; g++) {
        double product = 1;
        for (int t = s; t <= 3; t++) {
          product *= factors[t - 1][g];
        }
        mean += weights[g] * product;
      }
      expected += share(s) * (mean - 1);
      process.multiply(Math.log(factors[s - 1][0]), Math.log(factors[s - 1][1]));
    }

    assertThat(Math.exp(process.logValue())).isCloseTo(expected, within(1e-13));
    assertThat(process.steps()).isEqualTo(3);
  }

  @Test
  void isOneBeforeTheFirstStepAndAfterStepsThatSayNothing() {
    RestartedEProcess process = RestartedEProcess.mixture(0.5, 0.5);
    assertThat(process.logValue()).isZero();
    for (int t = 0; t < 1000; t++) {
      process.multiply(0, 0);
    }
    assertThat(process.logValue()).isCloseTo(0, within(1e-12));
  }

  @Test
  void resumesWhereItWasLeft() {
    RestartedEProcess process = RestartedEProcess.mixture(0.5, 0.5);
    process.multiply(1, -1);
    RestartedEProcess resumed =
        RestartedEProcess.resumed(process.steps(), process.logProcesses(), 0.5, 0.5);
    process.multiply(-2, 3);
    resumed.multiply(-2, 3);

    assertThat(resumed.logValue()).isEqualTo(process.logValue());
  }

  @Test
  void survivesAFactorOfZero() {
    RestartedEProcess process = RestartedEProcess.mixture(1);
    process.multiply(Double.NEGATIVE_INFINITY);
    process.multiply(5);

    assertThat(Math.exp(process.logValue()))
        .isCloseTo(share(2) * Math.exp(5) + Math.pow(3, -0.25), within(1e-12));
  }

  /** Of 1000 fair games of 500 steps, at most a tenth and three standard errors ever reach 10. */
  @Test
  void seldomEverReachesItsThresholdUnderTheNull() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    int reached = 0;
    for (int run = 0; run < 1000; run++) {
      RestartedEProcess process = RestartedEProcess.mixture(0.5, 0.5);
      boolean ever = false;
      for (int t = 0; t < 500 && !ever; t++) {
        boolean heads = random.nextBoolean();
        process.multiply(Math.log(heads ? 1.5 : 0.5), Math.log(heads ? 0.8 : 1.2));
        ever = process.logValue() >= Math.log(10);
      }
      reached += ever ? 1 : 0;
    }
    assertThat(reached).isBetween(1, 128);
  }

  /** After 300 calibrated steps a change is found far sooner than from the start alone. */
  @Test
  void doesNotHaveToWinBackWhatWasLostBeforeAChange() {
    RestartedEProcess restarted = RestartedEProcess.mixture(1);
    EProcess once = EProcess.single();
    for (int t = 0; t < 300; t++) {
      restarted.multiply(-0.05);
      once.multiply(-0.05);
    }
    for (int t = 0; t < 100; t++) {
      restarted.multiply(0.2);
      once.multiply(0.2);
    }

    assertThat(restarted.logValue()).isGreaterThan(11);
    assertThat(once.logValue()).isLessThan(6);
  }
}
