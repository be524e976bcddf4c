package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedChiSquaredTest {
  private static final Percentage RELATIVE = Percentage.withPercentage(1e-8);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 100, 1000})
  void isChiSquaredForEqualWeights(int n) {
    double[] weights = new double[n];
    Arrays.fill(weights, 0.5);
    for (double quantile : new double[] {1e-3, 0.1, 0.5, 0.95, 1 - 1e-9}) {
      double x = ChiSquaredDistribution.of(n).inverseCumulativeProbability(quantile);
      double expected = ChiSquaredDistribution.of(n).survivalProbability(x);
      assertThat(WeightedChiSquared.survival(weights, 0.5 * x)).isCloseTo(expected, RELATIVE);
    }
  }

  /** Pairs of equal weights are exponential: Σ c_i exp(−x / (2 w_i)) by partial fractions. */
  @Test
  void isHypoexponentialForPairsOfWeights() {
    double[] w = {1, 0.3, 0.05};
    double[] weights = {1, 1, 0.3, 0.3, 0.05, 0.05};
    for (double x : new double[] {0.01, 1, 5, 40}) {
      double expected = 0;
      for (int i = 0; i < w.length; i++) {
        double coefficient = 1;
        for (int j = 0; j < w.length; j++) {
          coefficient *= i == j ? 1 : w[i] / (w[i] - w[j]);
        }
        expected += coefficient * Math.exp(-x / (2 * w[i]));
      }
      assertThat(WeightedChiSquared.survival(weights, x)).isCloseTo(expected, RELATIVE);
    }
  }

  /** Of w(Z₁² + Z₂²) − v(Z₃² + Z₄²) the tail is w / (w + v) exp(−x / (2w)) for x ≥ 0. */
  @Test
  void takesNegativeWeights() {
    double[] weights = {2, 2, -1, -1};
    assertThat(WeightedChiSquared.survival(weights, 3))
        .isCloseTo(2.0 / 3 * Math.exp(-3.0 / 4), RELATIVE);
    assertThat(WeightedChiSquared.survival(weights, -3))
        .isCloseTo(1 - 1.0 / 3 * Math.exp(-3.0 / 2), RELATIVE);
    assertThat(WeightedChiSquared.survival(weights, 0)).isCloseTo(2.0 / 3, within(1e-7));
    assertThat(WeightedChiSquared.survival(new double[] {1, -1}, 0)).isCloseTo(0.5, within(1e-6));
  }

  /** In units of the weights the tail is the same. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-320, 1e-300, 1e-150, 1e150, 1e300})
  void doesNotDependOnTheUnit(double unit) {
    double[] weights = {2 * unit, 2 * unit, -unit, -unit};
    double expected = 2.0 / 3 * Math.exp(-3.0 / 4);

    assertThat(WeightedChiSquared.survival(weights, 3 * unit)).isCloseTo(expected, RELATIVE);
  }

  /** Those beside it are nothing: P(Z₁² + Z₂² > 3) = e^(−3/2). */
  @Test
  void takesWeightsOfDifferentMagnitudes() {
    double[] weights = {1e150, 1e150, 1e-150, -1e-150};

    assertThat(WeightedChiSquared.survival(weights, 3e150)).isCloseTo(Math.exp(-1.5), RELATIVE);
    assertThat(WeightedChiSquared.survival(weights, -1)).isCloseTo(1, within(1e-7));
    assertThat(WeightedChiSquared.survival(new double[] {1e-300, -1}, -1e-4))
        .isCloseTo(ChiSquaredDistribution.of(1).cumulativeProbability(1e-4), within(1e-11));
  }

  @Test
  void vanishesFarOut() {
    assertThat(WeightedChiSquared.survival(new double[] {1}, 1e300)).isZero();
    assertThat(WeightedChiSquared.survival(new double[] {1e-300, -1e-300}, 1e300)).isZero();
    assertThat(WeightedChiSquared.survival(new double[] {1e-300, -1e-300}, -1e300)).isEqualTo(1);
    // The largest of two, 1400: the tail of a chi-squared law of 2 degrees of freedom.
    assertThat(WeightedChiSquared.survival(new double[] {1, 1}, 1400))
        .isCloseTo(Math.exp(-700), RELATIVE);
  }

  @Test
  void isCertainOutsideTheSupport() {
    assertThat(WeightedChiSquared.survival(new double[] {1, 0}, 0)).isEqualTo(1);
    assertThat(WeightedChiSquared.survival(new double[] {1, 2}, -1)).isEqualTo(1);
    assertThat(WeightedChiSquared.survival(new double[] {-1, 0}, 0)).isZero();
    assertThat(WeightedChiSquared.survival(new double[] {0}, -1)).isEqualTo(1);
    assertThat(WeightedChiSquared.survival(new double[0], 1)).isZero();
  }

  @Test
  void refusesNumbersThatAreNotFinite() {
    assertThatThrownBy(() -> WeightedChiSquared.survival(new double[] {Double.NaN}, 1))
        .hasMessageContaining("NaN");
    assertThatThrownBy(
            () -> WeightedChiSquared.survival(new double[] {1}, Double.POSITIVE_INFINITY))
        .hasMessageContaining("Infinity");
  }
}
