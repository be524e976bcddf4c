package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnivariateTest {
  private static final Mixture MIXTURE =
      Mixture.of(
          new double[] {0.2, 0.3, 0.5},
          List.of(Normal.of(-3, 0.5), new Laplace(1, 2), Normal.of(4, 0)));

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.01, 0.1, 0.2, 0.35, 0.46})
  void takesTheQuantileBackToItsLevel(double level) {
    for (PredictiveDistribution p :
        List.of(
            Normal.of(1, 2),
            new Laplace(1, 2),
            new Uniform(1, 4),
            new Exponential(1, 2),
            new Exponential(1, -2),
            Quantiles.of(new double[] {0.2, 0.3}, new double[] {1, 5}),
            MIXTURE)) {
      Univariate view = Univariate.of(p);

      assertThat(view.cdf(view.quantile(level))).isCloseTo(level, within(1e-12));
    }
  }

  @Test
  void stepsAtPointMasses() {
    Univariate view = Univariate.of(MIXTURE);
    double below = view.cdf(Math.nextDown(4.0));

    assertThat(view.cdf(4)).isCloseTo(below + 0.5, within(1e-12));
    assertThat(view.quantile(below + 0.1)).isEqualTo(4);
    assertThat(view.quantile(below + 0.4)).isEqualTo(4);
    assertThat(Univariate.of(Normal.of(4, 0)).quantile(0.3)).isEqualTo(4);
  }

  @Test
  void reachesToTheEndsOfTheLine() {
    Univariate view = Univariate.of(MIXTURE);

    assertThat(view.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(view.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void countsTheMembersOfAnEnsemble() {
    Univariate view = Univariate.of(Ensemble.of(3, 1, 1, 2, 8, 9, 4, 7, 6, 5));

    assertThat(view.cdf(0)).isZero();
    assertThat(view.cdf(1)).isEqualTo(0.2);
    assertThat(view.cdfBelow(1)).isZero();
    assertThat(view.survival(1)).isEqualTo(0.8);
    assertThat(view.cdf(9)).isEqualTo(1);
    for (int k = 1; k <= 10; k++) {
      double level = k / 10.0;
      assertThat(view.quantile(level)).isEqualTo(Math.max(1, k - 1));
      assertThat(view.quantile(Math.nextUp((k - 1) / 10.0))).isEqualTo(Math.max(1, k - 1));
    }
    assertThat(Univariate.of(Ensemble.of(7)).quantile(0.3)).isEqualTo(7);
  }

  @Test
  void goesThroughTheQuantilesOfAForecast() {
    double[] levels = {0.05, 0.3, 0.5, 0.8, 0.9};
    double[] values = {-1, 0.5, 0.5, 3, 4.5};
    Univariate view = Univariate.of(Quantiles.of(levels, values));

    for (int k = 0; k < levels.length; k++) {
      assertThat(view.quantile(levels[k])).isEqualTo(values[k]);
    }
    assertThat(view.cdfBelow(0.5)).isEqualTo(0.3);
    assertThat(view.cdf(0.5)).isEqualTo(0.5);
    assertThat(view.quantile(0.4)).isEqualTo(0.5);
    assertThat(view.cdf(3)).isEqualTo(0.8);
    assertThat(view.cdf(1.75)).isCloseTo(0.65, within(1e-15));
  }

  /** The density beyond a level is that of the interval inside it, and falls exponentially. */
  @Test
  void continuesAForecastBeyondItsOutermostLevels() {
    Univariate view =
        Univariate.of(Quantiles.of(new double[] {0.1, 0.4, 0.8}, new double[] {2, 3, 7}));

    assertThat(view.cdf(2 - 1.0 / 3)).isCloseTo(0.1 * Math.exp(-1), within(1e-15));
    assertThat(view.survival(9)).isCloseTo(0.2 * Math.exp(-1), within(1e-15));
    assertThat(view.survival(1000)).isPositive();
    assertThat(view.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(view.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(view.quantile(0.1 * Math.exp(-1))).isCloseTo(2 - 1.0 / 3, within(1e-14));
    assertThat(view.quantile(1 - 0.2 * Math.exp(-1))).isCloseTo(9, within(1e-14));
  }

  @Test
  void takesWhatLiesBeyondEqualQuantilesToTheirPoint() {
    Univariate tied =
        Univariate.of(Quantiles.of(new double[] {0.1, 0.4, 0.8}, new double[] {0, 0, 7}));
    Univariate single = Univariate.of(Quantiles.of(new double[] {0.5}, new double[] {3}));

    assertThat(tied.cdfBelow(0)).isZero();
    assertThat(tied.cdf(0)).isEqualTo(0.4);
    assertThat(tied.quantile(0.01)).isZero();
    assertThat(single.cdfBelow(3)).isZero();
    assertThat(single.cdf(3)).isEqualTo(1);
    assertThat(single.survival(2)).isEqualTo(1);
  }

  /** A forecast, and the mixture of tails and intervals that it is. */
  @ParameterizedTest
  @ValueSource(doubles = {-9, -1, -0.3, 0.5, 2, 4.5, 5, 20})
  void agreesWithTheComponentsOfACompositePrediction(double y) {
    Quantiles quantiles =
        Quantiles.of(new double[] {0, 0.3, 0.5, 0.8, 0.9}, new double[] {-1, 0.5, 0.5, 3, 4.5});
    Ensemble ensemble = Ensemble.of(-0.3, 2, 2, 20);

    for (Composite p : List.of(quantiles, ensemble)) {
      Univariate whole = Univariate.of(p);
      Univariate parts = Univariate.of(p.mixture());
      assertThat(whole.cdf(y)).isCloseTo(parts.cdf(y), within(1e-15));
      assertThat(whole.cdfBelow(y)).isCloseTo(parts.cdfBelow(y), within(1e-15));
      assertThat(whole.survival(y)).isCloseTo(parts.survival(y), within(1e-15));
    }
  }

  @Test
  void showsEachCoordinateOfAPredictionOfSeveralNumbers() {
    Ensemble ensemble = Ensemble.of(new double[][] {{1, 20}, {2, 10}, {3, 30}});
    Normal normal = Normal.diagonal(new double[] {1, 2}, new double[] {1, 4});

    assertThat(Univariate.coordinate(ensemble, 1).quantile(0.5)).isEqualTo(20);
    assertThat(Univariate.coordinate(normal, 1).cdf(2)).isEqualTo(0.5);
    assertThatThrownBy(() -> Univariate.coordinate(Categorical.of(0.5, 0.5), 0))
        .hasMessageContaining("Categorical");
  }

  @Test
  void ignoresComponentsWithoutWeight() {
    Mixture p = Mixture.of(new double[] {0, 1}, List.of(Normal.of(-100, 1), Normal.of(0, 1)));

    assertThat(Univariate.of(p).quantile(0.5)).isCloseTo(0, within(1e-15));
  }

  @Test
  void rejectsWhatIsNotOneRealNumber() {
    assertThatThrownBy(() -> Univariate.of(Categorical.of(0.5, 0.5)))
        .hasMessageContaining("2 classes");
    assertThatThrownBy(() -> Univariate.of(Normal.of(0, 1)).quantile(1.5))
        .hasMessageContaining("1.5");
  }

  /** Weights that sum to one but for rounding. */
  @Test
  void noProbabilityIsLargerThanOne() {
    Mixture p =
        Mixture.of(new double[] {0.5, 0.5 + 5e-13}, List.of(Normal.of(0, 1), Normal.of(1, 1)));

    assertThat(Univariate.of(p).cdf(1e9)).isEqualTo(1);
    assertThat(Univariate.of(p).cdfBelow(1e9)).isEqualTo(1);
    assertThat(Univariate.of(p).survival(-1e9)).isEqualTo(1);
  }
}
