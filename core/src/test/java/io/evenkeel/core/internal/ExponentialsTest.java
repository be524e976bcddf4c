package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialsTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1, 40, 707})
  void areRightToTwoUnitsInTheLastPlace(double range) {
    double[] x = new Random(1).doubles(20_000, -range, range).toArray();
    double[] powers = x.clone();
    Exponentials.replace(powers, x.length, new double[x.length]);

    for (int i = 0; i < x.length; i++) {
      double expected = StrictMath.exp(x[i]);
      assertThat(powers[i]).isCloseTo(expected, within(2 * Math.ulp(expected)));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "-0.0, 1", "-709.5, 0", "-1e300, 0", "-Infinity, 0"})
  void areExactAtTheEnds(double x, double expected) {
    double[] powers = {x, 7};
    Exponentials.replace(powers, 1, new double[1]);

    assertThat(powers).containsExactly(expected, 7);
  }
}
