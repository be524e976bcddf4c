package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Normal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialKernelTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 1.5, 2})
  void isAKernelForEuclideanAndUnivariateWassersteinDistances(double nu) {
    KernelContract.holds(
        new ExponentialKernel(Distance.EUCLIDEAN, 2, nu), Samples.categoricals(25, 4, 1));
    KernelContract.holds(
        new ExponentialKernel(Distance.WASSERSTEIN_2, 0.8, nu), Samples.diagonalNormals(25, 1, 2));
    KernelContract.holds(
        new ExponentialKernel(Distance.WASSERSTEIN_2, 0.8, nu), Samples.diagonalNormals(25, 3, 3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1})
  void isAKernelForTotalVariationUpToExponentOne(double nu) {
    KernelContract.holds(
        new ExponentialKernel(Distance.TOTAL_VARIATION, 3, nu), Samples.categoricals(25, 4, 1));
  }

  @Test
  void isExpOfMinusLambdaTimesThePowerOfTheDistance() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(3, 1);

    for (double nu : new double[] {0.7, 1, 2}) {
      assertThat(new ExponentialKernel(Distance.WASSERSTEIN_2, 0.4, nu).apply(p, q))
          .isCloseTo(Math.exp(-0.4 * Math.pow(3, nu)), within(1e-16));
      assertThat(new ExponentialKernel(Distance.WASSERSTEIN_2, 0.4, nu).apply(p, p)).isEqualTo(1);
    }
  }

  @Test
  void rejectsParametersOutsideTheirRange() {
    assertThatThrownBy(() -> new ExponentialKernel(Distance.EUCLIDEAN, -0.5, 1))
        .hasMessageContaining("lambda")
        .hasMessageContaining("-0.5");
    assertThatThrownBy(() -> new ExponentialKernel(Distance.EUCLIDEAN, 1, 2.5))
        .hasMessageContaining("nu")
        .hasMessageContaining("2.5");
    assertThatThrownBy(() -> new ExponentialKernel(Distance.EUCLIDEAN, Double.NaN, 1))
        .hasMessageContaining("NaN");
  }
}
