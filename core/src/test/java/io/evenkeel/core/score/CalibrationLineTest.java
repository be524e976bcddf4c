package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class CalibrationLineTest {
  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /** Two probabilities, whose events come with frequencies that one line explains exactly. */
  @Test
  void goesThroughTwoFrequencies() {
    double[] p = new double[40];
    boolean[] came = new boolean[40];
    for (int i = 0; i < 40; i++) {
      p[i] = i < 20 ? 0.1 : 0.7;
      came[i] = i < 5 || (i >= 20 && i < 32);
    }
    double low = Math.log(0.1 / 0.9);
    double high = Math.log(0.7 / 0.3);
    double slope = (Math.log(12 / 8.0) - Math.log(5 / 15.0)) / (high - low);

    CalibrationLine line = CalibrationLine.of(p, came);
    assertThat(line.slope()).isCloseTo(slope, within(1e-9));
    // The variance of a difference of two empirical log-odds.
    double variance = 1 / 5.0 + 1 / 15.0 + 1 / 12.0 + 1 / 8.0;
    assertThat(line.slopeError()).isCloseTo(Math.sqrt(variance) / (high - low), within(1e-9));
  }

  /** Of equal predictions the intercept is the difference of the log-odds. */
  @Test
  void interceptIsThatOfAFrequency() {
    double[] p = {0.2, 0.2, 0.2, 0.2};
    boolean[] came = {true, true, true, false};

    CalibrationLine line = CalibrationLine.of(p, came);
    assertThat(line.intercept()).isCloseTo(Math.log(3) - Math.log(0.25), within(1e-9));
    assertThat(line.interceptError()).isCloseTo(Math.sqrt(1 / 0.75), within(1e-9));
    assertThat(line.slope()).isNaN();
  }

  @Test
  void isNotDefinedWhereThePredictionsTellAllEventsApart() {
    double[] p = {0.1, 0.2, 0.8, 0.9};

    assertThat(CalibrationLine.of(p, new boolean[] {false, false, true, true}).slope()).isNaN();
    CalibrationLine always = CalibrationLine.of(p, new boolean[] {true, true, true, true});
    assertThat(always.slope()).isNaN();
    assertThat(always.intercept()).isNaN();
    assertThat(CalibrationLine.of(new double[0], new boolean[0]).intercept()).isNaN();
  }

  @Test
  void probabilitiesOfZeroAndOneAreTakenAsAlmostThat() {
    double[] p = {0, 0.3, 0.6, 1};

    assertThat(CalibrationLine.of(p, new boolean[] {false, true, false, true}).slope()).isFinite();
  }

  @Test
  void intervalsHoldTheTruthAsOftenAsTheySay() {
    int slopes = 0;
    int intercepts = 0;
    for (int t = 0; t < 400; t++) {
      double[] p = new double[500];
      boolean[] came = new boolean[500];
      for (int i = 0; i < 500; i++) {
        double x = 4 * random.nextDouble() - 2;
        p[i] = logistic(x);
        came[i] = random.nextDouble() < (t % 2 == 0 ? logistic(0.6 * x + 0.3) : logistic(x + 0.3));
      }
      CalibrationLine line = CalibrationLine.of(p, came);
      slopes += line.slope(0.95).contains(t % 2 == 0 ? 0.6 : 1) ? 1 : 0;
      intercepts += t % 2 == 1 && line.intercept(0.95).contains(0.3) ? 1 : 0;
    }
    assertThat(slopes).isBetween(366, 394);
    assertThat(intercepts).isBetween(180, 199);
  }

  /** Squared odds, whose share is right on average; with the error of slope 1 it would be .896. */
  @Test
  void theIntervalOfTheInterceptHoldsWhereTheSlopeIsWrong() {
    int held = 0;
    for (int t = 0; t < 1000; t++) {
      double[] p = new double[1000];
      boolean[] came = new boolean[1000];
      for (int i = 0; i < 1000; i++) {
        double right = 0.05 + 0.9 * random.nextDouble();
        double odds = right / (1 - right) * right / (1 - right);
        p[i] = odds / (1 + odds);
        came[i] = random.nextDouble() < right;
      }
      CalibrationLine line = CalibrationLine.of(p, came);
      assertThat(line.intercept()).isFinite();
      assertThat(line.slope()).isCloseTo(0.5, within(0.2));
      held += line.intercept(0.95).contains(0) ? 1 : 0;
    }
    assertThat(held).isBetween(930, 968);
  }

  @Test
  void refusesAConfidenceOutsideOfZeroAndOne() {
    CalibrationLine line = new CalibrationLine(0, 1, 1, 1);

    for (double confidence : new double[] {0, 1, 5, Double.NaN}) {
      assertThatThrownBy(() -> line.slope(confidence))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("confidence must lie in (0, 1)");
    }
  }
}
