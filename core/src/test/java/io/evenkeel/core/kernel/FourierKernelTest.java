package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.List;
import org.junit.jupiter.api.Test;

class FourierKernelTest {
  private static final double GAMMA = 0.7;
  private static final Categorical P = Categorical.of(0.2, 0.3, 0.5);
  private static final Categorical Q = Categorical.of(0.4, 0.4, 0.2);

  @Test
  void approachesTheGaussianKernelOfTheDistance() {
    int count = 20_000;
    FourierKernel kernel = FourierKernel.random(GAMMA, 2, count, 5);
    for (List<PredictiveDistribution> pair :
        List.<List<PredictiveDistribution>>of(
            List.of(Normal.of(0.3, 0.2), Normal.of(0.8, 0.5)),
            List.of(new Laplace(0.3, 0.2), new Laplace(0.8, 0.5)))) {
      double distance = Distance.WASSERSTEIN_2.between(pair.get(0), pair.get(1));

      // A cosine has a variance of at most ½.
      assertThat(kernel.apply(pair.get(0), pair.get(1)))
          .isCloseTo(
              new ExponentialKernel(Distance.WASSERSTEIN_2, 1 / (2 * GAMMA * GAMMA), 2)
                  .ofDistance(distance),
              within(4 / Math.sqrt(2.0 * count)));
    }
  }

  @Test
  void addsTheInnerProductOfProbabilities() {
    int count = 20_000;

    assertThat(FourierKernel.random(GAMMA, 3, count, 6).apply(P, Q))
        .isCloseTo(0.3 + Math.exp(-0.14 / (2 * GAMMA * GAMMA)), within(4 / Math.sqrt(2.0 * count)));
  }

  @Test
  void isTheInnerProductOfItsFeatures() {
    FourierKernel kernel = FourierKernel.random(GAMMA, 3, 5, 7);
    double[] a = kernel.features(P);
    double[] b = kernel.features(Q);
    double product = 0;
    for (int i = 0; i < a.length; i++) {
      product += a[i] * b[i];
    }

    assertThat(a).hasSize(13).startsWith(0.2, 0.3, 0.5);
    assertThat(kernel.apply(P, Q)).isCloseTo(product, within(1e-14));
  }

  @Test
  void drawsTheSameFrequenciesFromTheSameSeed() {
    assertThat(FourierKernel.random(GAMMA, 3, 5, 7).features(P))
        .isEqualTo(FourierKernel.random(GAMMA, 3, 5, 7).features(P))
        .isNotEqualTo(FourierKernel.random(GAMMA, 3, 5, 8).features(P));
  }

  @Test
  void namesWhatDoesNotFit() {
    FourierKernel kernel = FourierKernel.random(GAMMA, 3, 5, 7);

    assertThatThrownBy(() -> kernel.features(Normal.of(0, 1)))
        .hasMessageContaining("coordinates and a frequency")
        .hasMessageContaining("2 and 3");
    assertThatThrownBy(
            () -> kernel.features(Normal.full(new double[2], new double[][] {{1, 0.5}, {0.5, 1}})))
        .hasMessageContaining("diagonal normal or Laplace");
    assertThatThrownBy(() -> FourierKernel.of(new double[0][])).hasMessageContaining("frequencies");
  }
}
