package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormalTest {

  /** Of a variance of 0 it would be a point mass, and any target but its mean impossible. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-200, 1e-163, Double.MIN_VALUE, 1.4e154, 1e200, Double.MAX_VALUE})
  void refusesAStandardDeviationWhoseSquareIsNoNumber(double standardDeviation) {
    assertThatThrownBy(() -> Normal.of(0, standardDeviation))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "standard deviation must be 0 or between 1.6e-162 and 1.3e154, got "
                + standardDeviation);
  }

  @Test
  void isAPointWithoutAStandardDeviationAndNoneWithTheSmallest() {
    assertThat(Normal.of(3, 0).isPoint()).isTrue();
    assertThat(Normal.of(3, -0.0).isPoint()).isTrue();
    assertThat(Normal.of(3, 1.6e-162).isPoint()).isFalse();
    assertThat(Normal.of(3, 1.3e154).variance(0)).isFinite();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNoStandardDeviation(double standardDeviation) {
    assertThatThrownBy(() -> Normal.of(0, standardDeviation))
        .hasMessage("standard deviation must be finite and not negative, got " + standardDeviation);
  }
}
