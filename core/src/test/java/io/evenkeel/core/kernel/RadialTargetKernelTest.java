package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RadialTargetKernelTest {
  private static final List<PredictiveDistribution> PREDICTIONS =
      List.of(
          Normal.of(0.2, 1), new Laplace(-0.5, 0.7), new Uniform(-1, 2), new Exponential(0.5, -1));

  static Stream<TargetKernel> kernels() {
    return Stream.of(
        new Matern32TargetKernel(0.5),
        new Matern52TargetKernel(0.5),
        new RationalQuadraticTargetKernel(0.5, 0.7));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void areKernelsOnTargetsAndPredictions(TargetKernel kernel) {
    Quantiles quantiles = Quantiles.of(new double[] {0.2, 0.5, 0.9}, new double[] {-1, 0, 2});
    KernelContract.holds(
        kernel,
        Samples.vectors(6, 1, 3),
        List.of(
            Normal.of(0.2, 1),
            Normal.of(0.2, 0),
            new Laplace(-0.5, 0.7),
            quantiles,
            Ensemble.of(0, 1, 1),
            Mixture.of(new double[] {0.5, 0.5}, List.of(quantiles, Normal.of(1, 0.5)))));
    KernelContract.holds(kernel, Samples.vectors(6, 3, 4), Samples.fullNormals(4, 3, 5));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void haveExpectationsWithTheirStatedError(TargetKernel kernel) {
    for (PredictiveDistribution p : PREDICTIONS) {
      for (double y : new double[] {-2, 0.1, 0.5, 3}) {
        double exact = Quadrature.mean(p, t -> kernel.apply(Target.of(t), Target.of(y)), y);
        double square =
            Quadrature.mean(p, t -> Math.pow(kernel.apply(Target.of(t), Target.of(y)), 2), y);

        assertThat(kernel.expectation(p, Target.of(y))).isCloseTo(exact, within(3e-3));
        assertThat(kernel.productExpectation(p, Target.of(y), Target.of(y)))
            .isCloseTo(square, within(1.0 / 64));
      }
    }
  }

  /** Koksma's inequality, for kernels from far wider to far narrower than the prediction. */
  @Test
  void neverErrByMoreThanTheInequalityOfKoksma() {
    for (double length = 10; length > 1e-4; length /= 3) {
      TargetKernel kernel = new Matern32TargetKernel(length);
      for (PredictiveDistribution p : PREDICTIONS) {
        for (double y : new double[] {0.1, 0.123456, 1.7}) {
          double scale = length;
          // Within a few lengths of the target the kernel is resolved by kinks placed there.
          double exact =
              Quadrature.mean(
                  p,
                  t -> kernel.apply(Target.of(t), Target.of(y)),
                  y - 30 * scale,
                  y - 5 * scale,
                  y,
                  y + 5 * scale,
                  y + 30 * scale);

          assertThat(kernel.expectation(p, Target.of(y))).isCloseTo(exact, within(1.0 / 128));
        }
      }
    }
  }

  /** A Matérn kernel of smoothness 3/2 is twice a Laplacian one under a Laplace distribution. */
  @Test
  void agreeWithAClosedFormInOneDimension() {
    double gamma = Math.sqrt(3) / 0.5;
    for (PredictiveDistribution p : PREDICTIONS) {
      double exact = 2 * new LaplacianKernel(gamma).expectation(p, new Laplace(0.3, 1 / gamma));

      assertThat(new Matern32TargetKernel(0.5).expectation(p, Target.of(0.3)))
          .isCloseTo(exact, within(3e-3));
    }
  }

  /** A rational quadratic kernel with a large α is Gaussian, which has closed forms. */
  @Test
  void haveExpectationsUnderVectorsWithTheirStatedError() {
    TargetKernel kernel = new RationalQuadraticTargetKernel(2, 1e9);
    GaussianKernel limit = new GaussianKernel(1 / 8.0);
    for (int d = 2; d <= 4; d++) {
      List<Normal> normals = Samples.diagonalNormals(6, d, d);
      for (Normal p : normals) {
        for (Normal q : normals) {
          assertThat(kernel.expectation(p, q)).isCloseTo(limit.expectation(p, q), within(0.02));
          assertThat(kernel.expectation(p, q.mean()))
              .isCloseTo(limit.expectation(p, q.mean()), within(0.02));
        }
      }
    }
  }

  @Test
  void areExactForEnsembles() {
    TargetKernel kernel = new Matern52TargetKernel(0.5);
    Ensemble p = Ensemble.of(new double[][] {{0, 1}, {2, 2}});

    assertThat(kernel.expectation(p, Target.of(0, 1)))
        .isCloseTo((1 + kernel.apply(Target.of(2, 2), Target.of(0, 1))) / 2, within(1e-15));
  }

  @Test
  void refuseWhatIsNotMadeOfRealNumbers() {
    assertThatThrownBy(
            () -> new Matern32TargetKernel(1).expectation(Categorical.of(0.5, 0.5), Target.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Categorical");
    assertThatThrownBy(() -> new Matern52TargetKernel(0)).hasMessageContaining("length");
    assertThatThrownBy(() -> new RationalQuadraticTargetKernel(1, -1))
        .hasMessageContaining("alpha")
        .hasMessageContaining("-1.0");
  }
}
