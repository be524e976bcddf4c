package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaplacianKernelTest {
  private static final Offset<Double> QUADRATURE = within(1e-13);
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-12);

  private final LaplacianKernel kernel = new LaplacianKernel(1.25);

  @Test
  void isAKernelOnTargetsAndPredictions() {
    List<Laplace> laplaces =
        List.of(
            new Laplace(0, 1),
            new Laplace(0.4, 0.8),
            new Laplace(0.4, 0.1),
            new Laplace(-1, 2),
            new Laplace(-1, 0));

    assertThat(
            KernelContract.smallestEigenvalue(
                KernelContract.<Laplace>gram(kernel::expectation, laplaces)))
        .isPositive();
    assertThat(
            KernelContract.smallestEigenvalue(
                KernelContract.<Target>gram(kernel::apply, Samples.vectors(12, 1, 3))))
        .isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-2, 0.25, 1.125, 3})
  void hasTheExpectationsThatQuadratureGives(double y) {
    for (PredictiveDistribution p : List.of(new Laplace(0.25, 0.75), Normal.of(0.25, 0.75))) {
      double expected = mean(p, t -> Math.exp(-1.25 * Math.abs(t - y)), y);

      assertThat(kernel.expectation(p, Target.of(y))).isCloseTo(expected, QUADRATURE);
    }
  }

  @Test
  void hasThePairExpectationsThatQuadratureGives() {
    Laplace p = new Laplace(0.25, 0.75);
    Laplace q = new Laplace(-0.5, 1.5);
    Normal v = Normal.of(0.25, 0.75);
    Normal w = Normal.of(-0.5, 1.5);

    assertThat(kernel.expectation(p, q))
        .isCloseTo(mean(p, t -> kernel.expectation(q, Target.of(t)), -0.5), QUADRATURE);
    assertThat(kernel.expectation(v, w))
        .isCloseTo(mean(v, t -> kernel.expectation(w, Target.of(t)), -0.5), QUADRATURE);
  }

  @Test
  void hasTheProductExpectationsThatQuadratureGives() {
    for (PredictiveDistribution p : List.of(new Laplace(0.25, 0.75), Normal.of(0.25, 0.75))) {
      for (double y : new double[] {-1, 0.25, 0.5}) {
        for (double z : new double[] {-2, 0.5, 2}) {
          double expected =
              mean(p, t -> Math.exp(-1.25 * (Math.abs(t - y) + Math.abs(t - z))), y, z);

          assertThat(kernel.productExpectation(p, Target.of(y), Target.of(z)))
              .isCloseTo(expected, QUADRATURE);
          assertThat(kernel.productExpectation(p, Target.of(z), Target.of(y)))
              .isCloseTo(expected, QUADRATURE);
        }
      }
    }
  }

  /** At β = β′ = 1/γ the pair expectation is e^(−γr) (3 + 3γr + γ²r²) / 8. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-15, 1e-12, 1e-9, 1e-6})
  void keepsItsDigitsWhereScalesNearlyCoincide(double gap) {
    double gamma = 1.25;
    double r = 0.75;
    double x = gamma * r;
    double limit = Math.exp(-x) * (3 + 3 * x + x * x) / 8;
    double single = Math.exp(-x) * (1 + x) / 2;

    double pair =
        kernel.expectation(new Laplace(0, (1 + gap) / gamma), new Laplace(r, (1 - gap) / gamma));

    // The two gaps cancel to first order.
    assertThat(pair).isCloseTo(limit, Percentage.withPercentage(1e-12 + 200 * gap * gap));
    assertThat(kernel.expectation(new Laplace(0, (1 + gap) / gamma), Target.of(r)))
        .isCloseTo(single, Percentage.withPercentage(1e-12 + 100 * gap));
  }

  @Test
  void takesScalesOfZeroAsPoints() {
    Laplace point = new Laplace(0.5, 0);
    Laplace p = new Laplace(0.25, 0.75);

    assertThat(kernel.expectation(point, Target.of(0.5))).isEqualTo(1);
    assertThat(kernel.expectation(point, Target.of(1.5))).isCloseTo(Math.exp(-1.25), ROUNDING);
    assertThat(kernel.expectation(point, p)).isEqualTo(kernel.expectation(p, Target.of(0.5)));
    for (double tiny : new double[] {1e-20, 1e-149, 1e-200, Double.MIN_VALUE}) {
      assertThat(kernel.expectation(new Laplace(0.5, tiny), p))
          .isCloseTo(kernel.expectation(point, p), ROUNDING);
      assertThat(kernel.expectation(new Laplace(0.5, tiny), new Laplace(1e9, tiny))).isZero();
    }
    for (double tiny : new double[] {1e-20, 1e-149, 1.6e-162}) {
      assertThat(kernel.expectation(Normal.of(0.5, tiny), Target.of(1.5)))
          .isCloseTo(Math.exp(-1.25), ROUNDING);
    }
    assertThat(kernel.residualVariance(point, p)).isEqualTo(0);
  }

  @Test
  void staysFiniteForNormalsFarWiderThanTheKernel() {
    // e^(γ²σ²/2) alone would overflow.
    LaplacianKernel sharp = new LaplacianKernel(1000);
    double density = 1 / Math.sqrt(2 * Math.PI);

    assertThat(sharp.expectation(Normal.of(0, 1), Target.of(0)))
        .isCloseTo(2 * density / 1000, Percentage.withPercentage(1e-4));
  }

  @Test
  void sumsOverAllPairsOfComponents() {
    Laplace a = new Laplace(0.25, 0.75);
    Laplace b = new Laplace(-0.5, 1.5);
    Mixture p = Mixture.of(new double[] {0.3, 0.7}, List.of(a, b));

    assertThat(kernel.expectation(p, p))
        .isCloseTo(
            0.09 * kernel.expectation(a, a)
                + 0.42 * kernel.expectation(a, b)
                + 0.49 * kernel.expectation(b, b),
            ROUNDING);
  }

  @Test
  void isOfOneNumberOnly() {
    assertThatThrownBy(
            () -> kernel.expectation(Normal.diagonal(new double[2], new double[2]), Target.of(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one real number");
  }

  /** E f(Z), where f is smooth but for the kinks, by the midpoint-free Gauss rule on panels. */
  private static double mean(PredictiveDistribution p, DoubleUnaryOperator f, double... kinks) {
    double location = LocationFamily.location(p);
    double[] ends = Arrays.copyOf(kinks, kinks.length + 3);
    ends[kinks.length] = location;
    ends[kinks.length + 1] = location - 30;
    ends[kinks.length + 2] = location + 30;
    Arrays.sort(ends);
    double sum = 0;
    for (int i = 1; i < ends.length; i++) {
      sum +=
          Quadrature.panels(
              t -> density(p, t - location) * f.applyAsDouble(t), ends[i - 1], ends[i]);
    }
    return sum;
  }

  private static double density(PredictiveDistribution p, double x) {
    double scale = 0.75;
    double z = x / scale;
    return p instanceof Laplace
        ? Math.exp(-Math.abs(z)) / (2 * scale)
        : Math.exp(-z * z / 2) / (scale * Math.sqrt(2 * Math.PI));
  }
}
