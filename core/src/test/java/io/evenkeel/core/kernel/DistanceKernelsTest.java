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
import io.evenkeel.core.prediction.Uniform;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels on predictions that are functions of a distance, and what is made of kernels. */
class DistanceKernelsTest {
  private static final Quantiles QUANTILES =
      Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.8}, new double[] {-1, 0.2, 0.2, 1.5});

  private static final List<PredictiveDistribution> NUMBERS =
      List.of(
          Normal.of(0.2, 1.5),
          Normal.of(0.2, 0),
          new Laplace(1, 0.5),
          new Uniform(-1, 2),
          new Exponential(0, -2),
          Ensemble.of(-1, 0, 0, 3),
          Ensemble.of(1),
          QUANTILES,
          Quantiles.of(new double[] {0.25, 0.75}, new double[] {-1, 1}));

  static Stream<Function<PredictionDistance, PredictionKernel>> families() {
    return Stream.of(
        distance -> new Matern32Kernel(distance, 0.8),
        distance -> new Matern52Kernel(distance, 0.8),
        distance -> new RationalQuadraticKernel(distance, 0.8, 0.5),
        distance -> new ExponentialKernel(distance, 1.25, 1),
        distance -> new ExponentialKernel(distance, 1.25, 2),
        distance ->
            new ProductKernel(
                new Matern32Kernel(distance, 0.8), new RationalQuadraticKernel(distance, 2, 3)));
  }

  @ParameterizedTest
  @MethodSource("families")
  void areKernelsOnHilbertianDistances(Function<PredictionDistance, PredictionKernel> family) {
    PredictionDistance embedding = new MaximumMeanDiscrepancy(new GaussianKernel(0.3));
    Stream<PredictiveDistribution> mixtures =
        Stream.of(
            Mixture.of(new double[] {0.5, 0.5}, List.of(QUANTILES, Normal.of(1, 0.5))),
            Mixture.of(new double[] {0.2, 0.8}, List.of(new Laplace(1, 0.5), Normal.of(1, 0.5))));

    KernelContract.holdsWithin01(family.apply(Distance.EUCLIDEAN), Samples.categoricals(20, 4, 1));
    KernelContract.holdsWithin01(family.apply(Distance.WASSERSTEIN_2), NUMBERS);
    KernelContract.holdsWithin01(
        family.apply(embedding), Stream.concat(NUMBERS.stream(), mixtures).toList());
  }

  /** Nearly proportional predictions in 3 dimensions, of which no distance but this is known. */
  @Test
  void embedEnsemblesOfVectors() {
    List<PredictiveDistribution> sample =
        List.of(
            Ensemble.of(new double[][] {{0, 1, 2}, {1, 1, 1}}),
            Ensemble.of(new double[][] {{0, 1, 2}}),
            Normal.diagonal(new double[3], new double[] {1, 2, 0}),
            Mixture.of(Normal.diagonal(new double[] {1, 1, 1}, new double[] {1, 0.5, 1})));
    PredictionDistance embedding = new MaximumMeanDiscrepancy(new GaussianKernel(0.3));

    KernelContract.holdsWithin01(new ExponentialKernel(embedding, 1, 1), sample);
    assertThat(Distance.WASSERSTEIN_2.takes(sample.get(0))).isFalse();
    assertThat(Distance.WASSERSTEIN_2.takes(sample.get(2))).isTrue();
    assertThat(Distance.WASSERSTEIN_2.takes(sample.get(3))).isFalse();
    assertThat(embedding.takes(sample.get(3))).isTrue();
  }

  @Test
  void haveTheirTextbookValues() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(3, 1);

    assertThat(new Matern32Kernel(Distance.WASSERSTEIN_2, 2).apply(p, q))
        .isCloseTo((1 + Math.sqrt(3) * 1.5) * Math.exp(-Math.sqrt(3) * 1.5), within(1e-15));
    assertThat(new Matern52Kernel(Distance.WASSERSTEIN_2, 2).apply(p, q))
        .isCloseTo(
            (1 + Math.sqrt(5) * 1.5 + 5 * 2.25 / 3) * Math.exp(-Math.sqrt(5) * 1.5), within(1e-15));
    assertThat(new RationalQuadraticKernel(Distance.WASSERSTEIN_2, 2, 0.5).apply(p, q))
        .isCloseTo(1 / Math.sqrt(1 + 2.25), within(1e-15));
    assertThat(new ScaledKernel(3, new LinearKernel()).apply(two(0.5), two(0.25)))
        .isCloseTo(1.5, within(1e-15));
    assertThat(
            new ProductKernel(new LinearKernel(), new ConstantKernel()).apply(two(0.5), two(0.25)))
        .isCloseTo(0.5, within(1e-15));
  }

  private static Categorical two(double p) {
    return Categorical.of(p, 1 - p);
  }

  /** A rational quadratic kernel is Gaussian in the limit of a large α. */
  @Test
  void approachTheGaussianKernel() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(3, 1);

    assertThat(new RationalQuadraticKernel(Distance.WASSERSTEIN_2, 2, 1e9).apply(p, q))
        .isCloseTo(Math.exp(-9 / 8.0), within(1e-8));
  }

  @Test
  void rejectParametersOutsideTheirRange() {
    assertThatThrownBy(() -> new Matern32Kernel(Distance.EUCLIDEAN, 0))
        .hasMessageContaining("length")
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> new Matern52Kernel(Distance.EUCLIDEAN, -1))
        .hasMessageContaining("-1.0");
    assertThatThrownBy(() -> new RationalQuadraticKernel(Distance.EUCLIDEAN, 1, Double.NaN))
        .hasMessageContaining("alpha")
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new ScaledKernel(-2, new ConstantKernel()))
        .hasMessageContaining("factor")
        .hasMessageContaining("-2.0");
  }
}
