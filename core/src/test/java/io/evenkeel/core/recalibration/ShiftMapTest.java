package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shifts of log-odds as maps. */
class ShiftMapTest {
  private static final Categorical P = Categorical.of(0.2, 0.5, 0.3);

  @ParameterizedTest
  @ValueSource(doubles = {-2, -0.1, 0, 0.1, 2})
  void shiftTheLogOddsOfAClassAndKeepTheRatiosOfTheOthers(double shift) {
    Categorical q = (Categorical) new ClassShift(2, shift).recalibrate(P);

    double odds = q.probability(2) / (q.probability(0) + q.probability(1));
    assertThat(Math.log(odds / (0.3 / 0.7))).isCloseTo(shift, within(1e-12));
    assertThat(q.probability(0) / q.probability(1)).isCloseTo(0.4, within(1e-12));
    assertThat(new TopClassShift(shift).recalibrate(P))
        .isEqualTo(new ClassShift(1, shift).recalibrate(P));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void makeThePredictionWhoseLikelihoodRatioTheySumUp(int y) {
    ClassShift shift = new ClassShift(1, 0.7);
    Categorical q = (Categorical) shift.recalibrate(P);

    assertThat(Math.log(q.probability(y) / P.probability(y)))
        .isCloseTo(shift.logRatio(P, new ClassLabel(y)), within(1e-14));
  }

  @Test
  void keepCertainPredictions() {
    Categorical certain = Categorical.of(0, 1);

    assertThat(new ClassShift(1, -3).recalibrate(certain)).isEqualTo(certain);
    assertThat(new ClassShift(0, 3).recalibrate(certain)).isEqualTo(certain);
  }

  @Test
  void refuseWhatHasNoSuchClass() {
    assertThatThrownBy(() -> new ClassShift(3, 1).recalibrate(P))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TopClassShift(1).recalibrate(Normal.of(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
