package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuasiMonteCarloTest {

  /** Normals have a closed form. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 5})
  void givesTheVarianceOfNormalsWithinFivePercent(double width) {
    GaussianKernel kernel = new GaussianKernel(1 / (2 * width * width));
    for (Normal q : List.of(Normal.of(0, 1), Normal.of(0.5, 2), Normal.of(1, 1.1))) {
      Normal p = Normal.of(0, 1);
      double exact = kernel.residualVariance(p, q);

      assertThat(QuasiMonteCarlo.residualVariance(kernel, p, q))
          .isCloseTo(exact, Percentage.withPercentage(5));
    }
  }

  /** E k² − E a² − E b² + (E k)² by quadrature, in which only k² needs another kernel. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2, 10})
  void givesTheVarianceUnderTheLaplacianKernelWithinFivePercent(double gamma) {
    LaplacianKernel kernel = new LaplacianKernel(gamma);
    List<PredictiveDistribution> predictions =
        List.of(new Laplace(0, 1), new Uniform(-1, 2), new Exponential(0.5, 1), Normal.of(0, 1));
    for (PredictiveDistribution p : predictions) {
      for (PredictiveDistribution q : predictions) {
        double square = new LaplacianKernel(2 * gamma).expectation(p, q);
        double mean = kernel.expectation(p, q);
        double exact = square - conditional(kernel, p, q) - conditional(kernel, q, p) + mean * mean;

        assertThat(kernel.residualVariance(p, q))
            .as("%s %s", p, q)
            .isCloseTo(exact, Percentage.withPercentage(5));
      }
    }
  }

  private static double conditional(
      TargetKernel kernel, PredictiveDistribution p, PredictiveDistribution q) {
    return Quadrature.mean(q, t -> Math.pow(kernel.expectation(p, Target.of(t)), 2), -1, 0, 0.5, 2);
  }

  /** Point masses are normals without variance, whose mixtures have a closed form. */
  @Test
  void isExactForEnsembles() {
    GaussianKernel kernel = new GaussianKernel(0.3);
    Ensemble p = Ensemble.of(new double[][] {{0, 1}, {1, 2}, {1, 2}});
    Ensemble q = Ensemble.of(new double[][] {{1, 1}, {-1, 0.5}});

    assertThat(kernel.residualVariance(p, q))
        .isCloseTo(
            NormalMixtures.residualVariance(kernel, p.mixture(), q.mixture()), within(1e-15));
    assertThat(kernel.residualVariance(p, Ensemble.of(new double[][] {{3, 3}}))).isZero();
    assertThat(
            kernel.residualVariance(p, Mixture.of(Normal.diagonal(new double[2], new double[2]))))
        .isZero();
  }
}
