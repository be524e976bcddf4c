package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetaSeriesTest {
  /** Of smaller ones the library itself loses digits. */
  private static final double[] POINTS =
      DoubleStream.concat(
              DoubleStream.iterate(0.5, x -> x > 1e-120, x -> x * 0.83),
              DoubleStream.of(0.25, 0.125))
          .toArray();

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5",
    "0.5, 2",
    "2, 0.5",
    "2, 2",
    "1, 1",
    "1, 0.75",
    "0.75, 1.3333333333333333",
    "1.3333333333333333, 0.1",
    "0.01, 0.01",
    "2.5, 2",
    "2, 70",
    "1e-3, 300"
  })
  void agreesWithTheLibrary(double a, double b) {
    BetaSeries series = new BetaSeries(a, b);

    assertThat(series.value(0)).isZero();
    assertThat(series.value(Double.MIN_VALUE)).isNotNegative();
    for (double x : POINTS) {
      double expected = RegularizedBeta.value(x, a, b);
      assertThat(series.value(x)).isCloseTo(expected, within(5e-14 * expected));
    }
  }

  /** I_x(1, b) = 1 − (1 − x)^b, and I_x(a, 1) = x^a. */
  @ParameterizedTest
  @CsvSource({"0.5", "0.75", "1.3333333333333333", "2"})
  void agreesWithClosedForms(double parameter) {
    BetaSeries ofComplement = new BetaSeries(1, parameter);
    BetaSeries ofPower = new BetaSeries(parameter, 1);

    for (double x : POINTS) {
      double complement = -Math.expm1(parameter * Math.log1p(-x));
      double power = Math.pow(x, parameter);
      assertThat(ofComplement.value(x)).isCloseTo(complement, within(4e-15 * complement));
      assertThat(ofPower.value(x)).isCloseTo(power, within(4e-15 * power));
    }
  }
}
