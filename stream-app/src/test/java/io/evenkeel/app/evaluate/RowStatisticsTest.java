package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.Interval;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the field prints, against computations by hand and by brute force. */
class RowStatisticsTest {
  private static double value(List<Measure> measures, Quantity quantity) {
    return measure(measures, quantity).value();
  }

  private static Measure measure(List<Measure> measures, Quantity quantity) {
    return measures.stream().filter(one -> one.quantity() == quantity).findFirst().orElseThrow();
  }

  @Test
  void scoresAnEvent() {
    EventStatistics event = new EventStatistics();
    event.add(0.9, true, 1);
    event.add(0.8, false, 1);
    event.add(0.1, false, 1);

    List<Measure> measures = event.measures();

    assertThat(value(measures, Quantity.BRIER_OF_EVENT)).isCloseTo(0.66 / 3, within(1e-12));
    assertThat(value(measures, Quantity.CALIBRATION_IN_THE_LARGE))
        .isCloseTo(1 / 3.0 - 0.6, within(1e-12));
    // (0.1 · −0.8 + −0.8 · −0.6 + −0.1 · 0.8) / √(0.64 · 0.09 + 0.36 · 0.16 + 0.64 · 0.09)
    Measure z = measure(measures, Quantity.SPIEGELHALTER);
    assertThat(z.value()).isCloseTo(0.32 / Math.sqrt(0.1728), within(1e-12));
    // 2 (1 − Φ(0.769800)) by tables of the normal distribution.
    assertThat(z.pValue()).isCloseTo(0.4414, within(1e-3));
  }

  @Test
  void ofCertainProbabilitiesSpiegelhaltersTestSaysNothing() {
    EventStatistics event = new EventStatistics();
    event.add(1, true, 1);
    event.add(0.5, false, 1);

    assertThat(measure(event.measures(), Quantity.SPIEGELHALTER).pValue()).isEqualTo(1);
  }

  @Test
  void scoresNumbers() {
    NumberStatistics numbers = new NumberStatistics();
    numbers.add(Normal.of(0, 1), (RealVector) Target.of(1.5), 1);
    numbers.add(Normal.of(1, 2), (RealVector) Target.of(1), 1);

    List<Measure> measures = numbers.measures();

    assertThat(value(measures, Quantity.BIAS)).isCloseTo(-0.75, within(1e-9));
    assertThat(value(measures, Quantity.SHARPNESS)).isCloseTo(3 * 1.6448536269514722, within(1e-9));
    // 1.5 is outside of ±1.2816 and inside of ±1.6449.
    assertThat(value(measures, Quantity.COVERAGE_80)).isEqualTo(0.5);
    assertThat(value(measures, Quantity.COVERAGE_95)).isEqualTo(1);
    assertThat(measures).noneMatch(one -> one.quantity() == Quantity.FAIR_CRPS);
  }

  /** P(0) = .6 and P(0 or 1) = .9: the intervals are 0 to 1, and 0 to 2. */
  @Test
  void scoresCountsByTheirMeanAndTheShareThatTheirIntervalsHold() {
    NumberStatistics numbers = new NumberStatistics();
    for (int i = 0; i < 100; i++) {
      numbers.add(Counts.of(0, 0.6, 0.3, 0.1), (RealVector) Target.of(i % 2), 1);
    }

    List<Measure> measures = numbers.measures();

    assertThat(value(measures, Quantity.MEAN_BIAS)).isCloseTo(0, within(1e-12));
    assertThat(measures).noneMatch(one -> one.quantity() == Quantity.BIAS);
    Interval half = Objects.requireNonNull(measure(measures, Quantity.COVERAGE_50).ifCalibrated());
    assertThat(half.lower()).isCloseTo(0.9 - 1.96 * 0.03, within(1e-4));
    assertThat(half.upper()).isCloseTo(0.9 + 1.96 * 0.03, within(1e-4));
    assertThat(value(measures, Quantity.COVERAGE_50)).isEqualTo(1);
  }

  @Test
  void scoresEnsemblesFairly() {
    double[] members = {-1, 0.5, 1.5, 3};
    double y = 0.2;
    double toTarget = 0;
    double apart = 0;
    for (int i = 0; i < members.length; i++) {
      toTarget += Math.abs(members[i] - y) / members.length;
      for (int j = 0; j < members.length; j++) {
        apart += Math.abs(members[i] - members[j]) / (members.length * (members.length - 1));
      }
    }

    assertThat(Crps.fair(Ensemble.of(members), (RealVector) Target.of(y)))
        .isCloseTo(toTarget - apart / 2, within(1e-12));
    NumberStatistics numbers = new NumberStatistics();
    numbers.add(Ensemble.of(members), (RealVector) Target.of(y), 1);
    assertThat(value(numbers.measures(), Quantity.FAIR_CRPS))
        .isCloseTo(toTarget - apart / 2, within(1e-12));
    assertThat(value(numbers.measures(), Quantity.MEAN_BIAS)).isCloseTo(1 - y, within(1e-12));
  }
}
