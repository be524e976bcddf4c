package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ExponentialDifferencesTest {
  private static final BigDecimal APART = new BigDecimal("1e-30");
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-12);

  private static final double[] NODES = {0, 1e-9, 1e-4, 0.3, 0.999, 1, 1.001, 1.7, 1.999, 2, 5, 60};
  private static final double[] GAPS = {0, 1e-12, 1e-6, 1e-3, 0.5, 1, 2, 40};

  @Test
  void hasAllDigitsOfTheFirstDifference() {
    for (double x : NODES) {
      double expected = x == 0 ? 1 : slope(0, x).negate().doubleValue();

      assertThat(ExponentialDifferences.first(x)).as("at %s", x).isCloseTo(expected, ROUNDING);
    }
  }

  @Test
  void hasAllDigitsOfTheSecondDifferenceHoweverCloseTheNodes() {
    for (double u : NODES) {
      for (double gap : GAPS) {
        double v = u + gap;
        double expected = second(u, v);

        assertThat(ExponentialDifferences.second(u, v))
            .as("at %s and %s", u, v)
            .isCloseTo(expected, ROUNDING);
      }
    }
  }

  /** From the definition, with nodes moved apart by much less than the digits of a double. */
  private static double second(double u, double v) {
    BigDecimal first = new BigDecimal(u).add(APART);
    BigDecimal last = new BigDecimal(v).add(APART).add(APART);
    return slope(first, last)
        .subtract(slope(BigDecimal.ZERO, first))
        .divide(last, Digits.MANY)
        .doubleValue();
  }

  private static BigDecimal slope(double from, double to) {
    return slope(new BigDecimal(from), new BigDecimal(to));
  }

  private static BigDecimal slope(BigDecimal from, BigDecimal to) {
    return Digits.exp(to.negate())
        .subtract(Digits.exp(from.negate()))
        .divide(to.subtract(from), Digits.MANY);
  }
}
