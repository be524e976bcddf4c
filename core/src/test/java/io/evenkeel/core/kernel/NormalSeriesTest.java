package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.GaussLegendre;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Series of normal densities, against quadrature in many panels and where numbers are extreme. */
class NormalSeriesTest {
  private static final int PANELS = 8;
  private static final int DRAWS = 500;

  private static final Offset<Double> ROUNDING = within(16 * Math.ulp(0.4));

  private final Random random = new Random(1);

  /** The mean of f over a symmetric interval around x. */
  private static double mean(DoubleUnaryOperator f, double x, double half) {
    double sum = 0;
    double width = 2 * half / PANELS;
    for (int i = 0; i < PANELS; i++) {
      double low = x - half + i * width;
      sum += GaussLegendre.mean(f, low, low + width) / PANELS;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.01, 0.1, 0.5, 1, 1.5, NormalSeries.REACH})
  void withTwoUniformVariablesAreTheDensityOfTheSum(double reach) {
    for (int i = 0; i < DRAWS; i++) {
      double a = reach * (i % 10 == 0 ? 0.5 : random.nextDouble());
      double b = i % 10 == 1 ? 0 : reach - a;
      double x = 12 * random.nextDouble() - 6;
      double expected =
          mean(y -> mean(u -> NormalSeries.density(1, u), y, Math.min(a, b)), x, Math.max(a, b));

      assertThat(NormalSeries.uniforms(1, x, a, b))
          .as("%s %s %s", x, a, b)
          .isCloseTo(expected, ROUNDING);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.01, 0.1, 0.5, 1, 1.5, NormalSeries.REACH})
  void withATailAreTheDensityOfTheSum(double half) {
    for (int i = 0; i < DRAWS; i++) {
      double scale =
          Math.max(half, 0.01) / NormalSeries.SCALES * (i % 10 == 0 ? 1 : 1 / random.nextDouble());
      double x = 12 * random.nextDouble() - 6;
      DoubleUnaryOperator density = y -> LocationFamily.normalAbove(1, 1 / scale, -y) / scale;
      double expected = mean(density, x, half);

      assertThat(NormalSeries.tail(1, x, scale, density.applyAsDouble(x), half))
          .as("%s %s %s", x, scale, half)
          .isCloseTo(expected, ROUNDING);
    }
  }

  /** Where nothing is left of the normal density, a tail is exponential. */
  @ParameterizedTest
  @ValueSource(doubles = {50, 1e10, 1e150, 1e300})
  void farAwayAreWhatIsLeft(double x) {
    assertThat(NormalSeries.uniforms(1, x, 1, 1)).isZero();
    assertThat(NormalSeries.uniforms(1e-100, x, 1e-100, 0)).isZero();
    assertThat(NormalSeries.tail(1, x, x, 1 / x, 2)).isCloseTo(1 / x, within(1e-3 / x));
    assertThat(NormalSeries.tail(1e-100, x, 1, 0, 1e-100)).isZero();
  }
}
