package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianKernelTest {
  /** Of the trapezoid rule below: it converges exponentially for smooth, decaying functions. */
  private static final Offset<Double> QUADRATURE = within(1e-13);

  private static final Normal P = Normal.of(0.3, 0.8);
  private static final Normal Q = Normal.of(-0.4, 1.7);

  private final GaussianKernel kernel = new GaussianKernel(0.7);

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void isAKernel(int d) {
    KernelContract.holds(kernel, Samples.vectors(15, d, 1), Samples.diagonalNormals(15, d, 2));
    KernelContract.holds(kernel, Samples.vectors(15, d, 3), Samples.fullNormals(15, d, 4));
  }

  @Test
  void hasTheExpectationsThatQuadratureGives() {
    Target y = Target.of(1.1);
    Target z = Target.of(-0.6);

    assertThat(kernel.expectation(P, y))
        .isCloseTo(mean(P, t -> kernel.apply(Target.of(t), y)), QUADRATURE);
    assertThat(kernel.expectation(P, Q))
        .isCloseTo(mean(P, t -> kernel.expectation(Q, Target.of(t))), QUADRATURE);
    assertThat(kernel.productExpectation(P, y, z))
        .isCloseTo(
            mean(P, t -> kernel.apply(Target.of(t), y) * kernel.apply(Target.of(t), z)),
            QUADRATURE);
  }

  @Test
  void hasTheResidualVarianceThatQuadratureGives() {
    TensorKernel one = new TensorKernel(new ConstantKernel(), kernel);
    double variance =
        mean(P, s -> mean(Q, t -> Math.pow(one.residual(P, Target.of(s), Q, Target.of(t)), 2)));

    assertThat(kernel.residualVariance(P, Q)).isCloseTo(variance, QUADRATURE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-6, 1e-9})
  void keepsTheResidualVarianceOfNarrowPredictions(double sd) {
    double variance = sd * sd;
    // Both residuals are linear in the targets there: 2γ e^(−γδ²) (1 − 2γδ²) dz dz′.
    double delta = 0.7;
    double gamma = kernel.gamma();
    double slope = 2 * gamma * Math.exp(-gamma * delta * delta) * (1 - 2 * gamma * delta * delta);

    double actual = kernel.residualVariance(Normal.of(0.3, sd), Normal.of(-0.4, sd));

    assertThat(actual / (variance * variance))
        .isCloseTo(slope * slope, within(50 * variance + 1e-12));
  }

  @Test
  void agreesBetweenDiagonalAndFullCovariances() {
    Normal p = Normal.diagonal(new double[] {0.1, -0.5}, new double[] {0.3, 2});
    Normal q = Normal.diagonal(new double[] {0.4, 0.2}, new double[] {0, 1.5});
    Normal full = Normal.full(new double[] {0.1, -0.5}, new double[][] {{0.3, 0}, {0, 2}});
    Target y = Target.of(0.7, 0.9);
    Target z = Target.of(-0.3, 0.4);

    assertThat(kernel.expectation(full, y)).isCloseTo(kernel.expectation(p, y), within(1e-15));
    assertThat(kernel.expectation(full, q)).isCloseTo(kernel.expectation(p, q), within(1e-15));
    assertThat(kernel.productExpectation(full, y, z))
        .isCloseTo(kernel.productExpectation(p, y, z), within(1e-15));
    assertThat(kernel.residualVariance(full, q))
        .isCloseTo(kernel.residualVariance(p, q), within(1e-15));
  }

  @Test
  void isInvariantUnderRotationsOfFullCovariances() {
    double c = Math.cos(0.6);
    double s = Math.sin(0.6);
    Normal p = Normal.diagonal(new double[] {0.1, -0.5}, new double[] {0.3, 2});
    Normal q = Normal.diagonal(new double[] {0.4, 0.2}, new double[] {0.9, 1.5});

    double expected = kernel.residualVariance(p, q);

    assertThat(kernel.residualVariance(rotated(p, c, s), rotated(q, c, s)))
        .isCloseTo(expected, Percentage.withPercentage(1e-10));
    assertThat(kernel.expectation(rotated(p, c, s), rotated(q, c, s)))
        .isCloseTo(kernel.expectation(p, q), within(1e-15));
  }

  @Test
  void hasTheResidualVarianceOfMixturesThatQuadratureGives() {
    Mixture p = Mixture.of(new double[] {0.3, 0.7}, List.of(P, Normal.of(2, 0.4)));
    Mixture q = Mixture.of(new double[] {0.6, 0.4}, List.of(Q, Normal.of(1, 0.9)));
    TensorKernel one = new TensorKernel(new ConstantKernel(), kernel);
    double variance = 0;
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        Normal a = (Normal) p.component(i);
        Normal b = (Normal) q.component(j);
        variance +=
            p.weight(i)
                * q.weight(j)
                * mean(
                    a,
                    s -> mean(b, t -> Math.pow(one.residual(p, Target.of(s), q, Target.of(t)), 2)));
      }
    }

    assertThat(kernel.residualVariance(p, q)).isCloseTo(variance, QUADRATURE);
    assertThat(kernel.residualVariance(Mixture.of(P), Q))
        .isCloseTo(kernel.residualVariance(P, Q), within(1e-15));
  }

  @Test
  void takesPointMassesAsTheirPoint() {
    Normal point = Normal.of(0.3, 0);
    Target y = Target.of(1.1);

    assertThat(kernel.expectation(point, y)).isEqualTo(kernel.apply(Target.of(0.3), y));
    assertThat(kernel.expectation(point, P))
        .isCloseTo(kernel.expectation(P, Target.of(0.3)), within(1e-16));
    assertThat(kernel.residualVariance(point, P)).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsGammasThatAreNotPositiveAndFinite(double gamma) {
    assertThatThrownBy(() -> new GaussianKernel(gamma))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Double.toString(gamma));
  }

  private static Normal rotated(Normal p, double c, double s) {
    double v = p.variance(0);
    double w = p.variance(1);
    double cross = c * s * (v - w);
    return Normal.full(
        new double[] {c * p.mean(0) - s * p.mean(1), s * p.mean(0) + c * p.mean(1)},
        new double[][] {{c * c * v + s * s * w, cross}, {cross, s * s * v + c * c * w}});
  }

  /** E f(Z) by the trapezoid rule over ±12 standard deviations. */
  private static double mean(Normal p, DoubleUnaryOperator f) {
    double sd = Math.sqrt(p.variance(0));
    int steps = 240;
    double width = 24.0 / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double t = -12 + i * width;
      sum += Math.exp(-t * t / 2) * f.applyAsDouble(p.mean(0) + sd * t);
    }
    return sum * width / Math.sqrt(2 * Math.PI);
  }
}
