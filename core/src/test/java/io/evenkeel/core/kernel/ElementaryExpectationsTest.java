package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both kernels on real numbers under all pairs of elementary predictions, against quadrature. */
class ElementaryExpectationsTest {
  private static final Offset<Double> QUADRATURE = within(1e-11);

  static Stream<TargetKernel> kernels() {
    return Stream.of(new GaussianKernel(0.5), new LaplacianKernel(1));
  }

  /** Narrow, like the kernel and wide; side by side, within each other and with common ends. */
  private static List<PredictiveDistribution> elementary() {
    return List.of(
        Normal.of(0.2, 0.1),
        Normal.of(-0.5, 2),
        new Laplace(0.2, 0.1),
        new Laplace(0.25, 1),
        new Uniform(0, 0.1),
        new Uniform(-0.5, 0.6),
        new Uniform(0.6, 5),
        new Uniform(-4, 5),
        new Exponential(0.6, 0.1),
        new Exponential(0.6, -1),
        new Exponential(-0.5, 1),
        new Exponential(-1, 3),
        new Exponential(1, -3.001));
  }

  private static double[] kinks() {
    return new double[] {-4, -1, -0.5, 0, 0.1, 0.2, 0.25, 0.6, 1, 5};
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void overOneTargetAreThoseOfQuadrature(TargetKernel kernel) {
    for (PredictiveDistribution p : elementary()) {
      for (double y : new double[] {-3, -0.5, 0.05, 0.7, 4, 9}) {
        double expected = Quadrature.mean(p, t -> kernel.apply(Target.of(t), Target.of(y)), y);

        assertThat(kernel.expectation(p, Target.of(y)))
            .as("%s %s", p, y)
            .isCloseTo(expected, QUADRATURE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void overPairsAreThoseOfQuadrature(TargetKernel kernel) {
    for (PredictiveDistribution p : elementary()) {
      for (PredictiveDistribution q : elementary()) {
        double expected = Quadrature.mean(p, t -> kernel.expectation(q, Target.of(t)), kinks());

        assertThat(kernel.expectation(p, q)).as("%s %s", p, q).isCloseTo(expected, QUADRATURE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void ofProductsAreThoseOfQuadrature(TargetKernel kernel) {
    for (PredictiveDistribution p : elementary()) {
      for (double y : new double[] {-3, 0.05, 0.7}) {
        for (double z : new double[] {-0.5, 0.7, 4}) {
          Target first = Target.of(y);
          Target second = Target.of(z);
          double expected =
              Quadrature.mean(
                  p,
                  t -> kernel.apply(Target.of(t), first) * kernel.apply(Target.of(t), second),
                  y,
                  z);

          assertThat(kernel.productExpectation(p, first, second))
              .as("%s %s %s", p, y, z)
              .isCloseTo(expected, QUADRATURE);
        }
      }
    }
  }

  /** Opposite tails whose scales coincide, nearly coincide, or differ. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.05, 0.3})
  void keepTheirDigitsWhereScalesNearlyCoincide(double gap) {
    Exponential p = new Exponential(-1, 1 + gap);
    Exponential q = new Exponential(0.5, -(1 - gap));
    for (TargetKernel kernel : kernels().toList()) {
      double expected = Quadrature.mean(p, t -> kernel.expectation(q, Target.of(t)), 0.5);

      assertThat(kernel.expectation(p, q)).isCloseTo(expected, within(1e-13));
    }
  }

  /** A shift by a million leaves sixteen digits less six. */
  @ParameterizedTest
  @MethodSource("kernels")
  void dependOnDifferencesOnly(TargetKernel kernel) {
    double far = 1 << 20;
    Uniform p = new Uniform(far, far + 0.5);
    Uniform q = new Uniform(far - 2, far + 3);

    assertThat(kernel.expectation(p, q))
        .isCloseTo(kernel.expectation(new Uniform(0, 0.5), new Uniform(-2, 3)), within(1e-15));
    assertThat(kernel.expectation(p, new Uniform(0, 1))).isZero();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void underCompositePredictionsAreSumsOverTheirComponents(TargetKernel kernel) {
    Quantiles quantiles =
        Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.8}, new double[] {-1, 0.2, 0.2, 1.5});
    Ensemble ensemble = Ensemble.of(-1, 0.3, 0.3, 2);
    double expected = 0;
    double one = 0;
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < quantiles.mixture().size(); k++) {
        expected +=
            quantiles.mixture().weight(k)
                / 4
                * kernel.expectation(quantiles.mixture().component(k), ensemble.member(i));
      }
      one += kernel.apply(ensemble.member(i), Target.of(0.7)) / 4;
    }

    assertThat(kernel.expectation(quantiles, ensemble)).isCloseTo(expected, within(1e-15));
    assertThat(kernel.expectation(ensemble, quantiles)).isCloseTo(expected, within(1e-15));
    assertThat(kernel.expectation(ensemble, Target.of(0.7))).isCloseTo(one, within(1e-15));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void makeAKernelOnPredictionsOfAllKinds(TargetKernel kernel) {
    Quantiles quantiles =
        Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.8}, new double[] {-1, 0.2, 0.2, 1.5});
    KernelContract.holds(
        kernel,
        Samples.vectors(6, 1, 3),
        Stream.concat(
                elementary().stream(),
                Stream.of(
                    quantiles,
                    Ensemble.of(-1, 0.3, 0.3, 2),
                    Mixture.of(new double[] {0.5, 0.5}, List.of(quantiles, Normal.of(1, 0.5)))))
            .toList());
  }
}
