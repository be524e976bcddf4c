package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.internal.Digits;
import java.math.BigDecimal;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaplacePairsTest {
  /** A relative error of 1e-12. */
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-10);

  private static final BigDecimal APART = new BigDecimal("1e-30");

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.5, 1, 2, 1e3})
  void hasAllDigitsHoweverCloseTheScales(double scale) {
    for (double gap : new double[] {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.5, 30}) {
      for (double otherGap : new double[] {0, 1e-12, 1e-5, 0.1, 3}) {
        for (double distance : new double[] {0, 1e-8, 0.3, 4}) {
          double a = scale * (1 + gap);
          double b = scale * (1 + otherGap);
          for (double gamma : new double[] {1 / scale, 1.7}) {
            assertThat(LaplacePairs.expectation(gamma, distance, a, b))
                .as("scales %s and %s, gamma %s, distance %s", a, b, gamma, distance)
                .isCloseTo(textbook(gamma, distance, a, b), ROUNDING);
          }
        }
      }
    }
  }

  /** γ a² b² times the second divided difference of e^(−rx)/x in x², from the definition. */
  private static double textbook(double gamma, double r, double scale, double otherScale) {
    // Nodes are held apart by much less than the digits of a double.
    BigDecimal x = new BigDecimal(gamma);
    BigDecimal y = BigDecimal.ONE.divide(new BigDecimal(scale), Digits.MANY);
    BigDecimal z = BigDecimal.ONE.divide(new BigDecimal(otherScale), Digits.MANY);
    y = y.multiply(BigDecimal.ONE.add(APART));
    z = z.multiply(BigDecimal.ONE.subtract(APART));
    BigDecimal distance = new BigDecimal(r);
    BigDecimal lower = slope(x, y, distance);
    BigDecimal upper = slope(y, z, distance);
    return upper
        .subtract(lower)
        .divide(square(z).subtract(square(x)), Digits.MANY)
        .multiply(x)
        .multiply(square(y))
        .multiply(square(z))
        .doubleValue();
  }

  private static BigDecimal slope(BigDecimal x, BigDecimal y, BigDecimal r) {
    return value(y, r).subtract(value(x, r)).divide(square(y).subtract(square(x)), Digits.MANY);
  }

  private static BigDecimal value(BigDecimal x, BigDecimal r) {
    return Digits.exp(r.multiply(x).negate()).divide(x, Digits.MANY);
  }

  private static BigDecimal square(BigDecimal x) {
    return x.multiply(x, Digits.MANY);
  }
}
