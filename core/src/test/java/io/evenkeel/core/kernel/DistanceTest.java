package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistanceTest {
  private static final Categorical P = Categorical.of(0.5, 0.3, 0.2);
  private static final Categorical Q = Categorical.of(0.1, 0.3, 0.6);

  @Test
  void measuresProbabilitiesByTheirDifferences() {
    assertThat(Distance.EUCLIDEAN.between(P, Q)).isCloseTo(Math.sqrt(0.32), within(1e-16));
    assertThat(Distance.TOTAL_VARIATION.between(P, Q)).isCloseTo(0.4, within(1e-16));
  }

  @Test
  void measuresUnivariateNormalsByMeanAndStandardDeviation() {
    assertThat(Distance.WASSERSTEIN_2.between(Normal.of(1, 2), Normal.of(4, 6)))
        .isCloseTo(5, within(1e-15));
  }

  @Test
  void measuresLaplaceDistributionsByTheirStandardDeviations() {
    // Standard deviations 2 and 6: √2 times the scales.
    assertThat(
            Distance.WASSERSTEIN_2.between(
                new Laplace(1, 2 / Math.sqrt(2)), new Laplace(4, 6 / Math.sqrt(2))))
        .isCloseTo(5, within(1e-15));
  }

  @Test
  void measuresCovariancesThatCommuteByTheirRoots() {
    Normal p = Normal.full(new double[] {0, 0}, new double[][] {{2.5, 1.5}, {1.5, 2.5}});
    Normal q = Normal.full(new double[] {0, 0}, new double[][] {{5, 4}, {4, 5}});

    // Eigenvalues 4, 1 and 9, 1 on the same axes.
    assertThat(Distance.WASSERSTEIN_2.between(p, q)).isCloseTo(1, within(1e-14));
    assertThat(Distance.WASSERSTEIN_2.between(p, Normal.diagonal(new double[2], new double[2])))
        .isCloseTo(Math.sqrt(5), within(1e-14));
  }

  @Test
  void measuresCovariancesThatDoNotCommute() {
    Normal p = Normal.full(new double[2], new double[][] {{4, 1}, {1, 0.5}});
    Normal q = Normal.full(new double[2], new double[][] {{1, -0.9}, {-0.9, 3}});

    // tr S + tr T − 2 √(tr ST + 2 √(det S det T)), for two rows.
    double trace = 4 * 1 - 2 * 0.9 + 0.5 * 3;
    double root = Math.sqrt(trace + 2 * Math.sqrt((4 * 0.5 - 1) * (3 - 0.81)));
    assertThat(Distance.WASSERSTEIN_2.between(p, q))
        .isCloseTo(Math.sqrt(4.5 + 4 - 2 * root), within(1e-14));
  }

  /** Rounding alone makes some of these covariances positive definite, and others not. */
  @Test
  void measuresSingularCovariances() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      double[] v = random.doubles(4, -1, 1).toArray();
      double[] w = random.doubles(4, -1, 1).toArray();
      double squares = 0;
      double product = 0;
      for (int j = 0; j < v.length; j++) {
        squares += v[j] * v[j] + w[j] * w[j];
        product += v[j] * w[j];
      }

      // ‖v ∓ w‖, with the sign of their product.
      assertThat(Distance.WASSERSTEIN_2.between(line(v), line(w)))
          .isCloseTo(Math.sqrt(squares - 2 * Math.abs(product)), within(1e-7));
    }
  }

  /** A normal number times v. */
  private static Normal line(double... v) {
    double[][] covariance = new double[v.length][v.length];
    for (int i = 0; i < v.length; i++) {
      for (int j = 0; j < v.length; j++) {
        covariance[i][j] = v[i] * v[j];
      }
    }
    return Normal.full(new double[v.length], covariance);
  }

  @Test
  void keepsItsDigitsBetweenNeighbours() {
    double step = 1e-9;
    Normal p = Normal.full(new double[] {0, 0}, new double[][] {{2.5, 1.5}, {1.5, 2.5}});
    Normal q =
        Normal.full(
            new double[] {0, 0},
            new double[][] {{2.5 + step, 1.5 + step}, {1.5 + step, 2.5 + step}});

    // Only the eigenvalue 4 changes, by 2e-9, and its root by 5e-10.
    assertThat(Distance.WASSERSTEIN_2.between(p, q)).isCloseTo(5e-10, within(2e-15));
    assertThat(Distance.WASSERSTEIN_2.between(p, p)).isZero();
  }

  @Test
  void namesThePredictionsThatItCannotCompare() {
    assertThatThrownBy(() -> Distance.EUCLIDEAN.between(P, Normal.of(0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("EUCLIDEAN is not defined between Categorical and Normal");
    assertThatThrownBy(() -> Distance.EUCLIDEAN.between(P, Categorical.of(0.5, 0.5)))
        .hasMessageContaining("3 and 2");
  }
}
