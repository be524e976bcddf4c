package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
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

  /** Odds of e^−690.8 or e^−744.4 to one, moved by 800: what is left is e^−109.2 or e^−55.6. */
  @Test
  void aHugeShiftOutweighsAllButTheSmallestProbabilities() {
    Categorical even = Categorical.of(0.5, 0.5);
    ClassShift up = new ClassShift(1, 800);

    assertThat(up.recalibrate(even)).isEqualTo(Categorical.of(0, 1));
    assertThat(new ClassShift(1, -800).recalibrate(even)).isEqualTo(Categorical.of(1, 0));
    assertThat(up.logRatio(even, Target.ofClass(1))).isCloseTo(Math.log(2), within(1e-15));
    assertThat(up.logRatio(even, Target.ofClass(0))).isCloseTo(Math.log(2) - 800, within(1e-12));
    for (double least : new double[] {1e-300, Double.MIN_VALUE}) {
      Categorical p = Categorical.of(1, least);
      double odds = 800 + Math.log(least);

      assertThat(((Categorical) up.recalibrate(p)).probability(0))
          .isCloseTo(Math.exp(-odds), withinPercentage(1e-9));
      assertThat(up.logRatio(p, Target.ofClass(0))).isCloseTo(-odds, within(1e-12));
      assertThat(up.logRatio(p, Target.ofClass(1))).isCloseTo(-Math.log(least), within(1e-12));
    }
  }

  @Test
  void aHugeShiftLeavesCertaintyAlone() {
    for (double shift : new double[] {800, -800, 1e300, -1e300}) {
      for (Categorical certain : new Categorical[] {Categorical.of(1, 0), Categorical.of(0, 1)}) {
        ClassShift map = new ClassShift(1, shift);

        assertThat(map.recalibrate(certain)).isEqualTo(certain);
        assertThat(map.logRatio(certain, Target.ofClass(certain.argmax()))).isZero();
      }
    }
  }

  /** The ratio is that of the probabilities before and after. */
  @Test
  void theRatioIsThatOfTheProbabilities() {
    for (double shift : new double[] {-30, -3, -0.1, 0, 0.1, 3, 30, 300}) {
      for (int k = 0; k < 3; k++) {
        ClassShift map = new ClassShift(1, shift);
        double after = ((Categorical) map.recalibrate(P)).probability(k);

        assertThat(map.logRatio(P, Target.ofClass(k)))
            .isCloseTo(Math.log(after / P.probability(k)), within(1e-12));
      }
    }
  }
}
