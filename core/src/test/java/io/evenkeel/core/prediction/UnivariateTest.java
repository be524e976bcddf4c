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
    for (PredictiveDistribution p : List.of(Normal.of(1, 2), new Laplace(1, 2), MIXTURE)) {
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
}
