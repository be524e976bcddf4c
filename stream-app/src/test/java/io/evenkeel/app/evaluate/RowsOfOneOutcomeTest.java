package io.evenkeel.app.evaluate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Calibrated predictions, of which thirty rows are one: as often wrong as one row would be. */
class RowsOfOneOutcomeTest {
  private static final int FILES = 300;
  private static final int OUTCOMES = 60;
  private static final int ROWS = 30;

  /** Of three hundred files, .05 and four standard errors. */
  private static final double MOST = FILES * (0.05 + 4 * Math.sqrt(0.05 * 0.95 / FILES));

  private final Random random = new Random(5);

  private List<Measure> ofEvents() {
    EventStatistics statistics = new EventStatistics();
    for (int outcome = 0; outcome < OUTCOMES; outcome++) {
      double p = 0.1 + 0.8 * random.nextDouble();
      boolean came = random.nextDouble() < p;
      for (int row = 0; row < ROWS; row++) {
        statistics.add(p, came, 1.0 / ROWS);
      }
    }
    return statistics.measures();
  }

  private List<Measure> ofNumbers() {
    NumberStatistics statistics = new NumberStatistics();
    for (int outcome = 0; outcome < OUTCOMES; outcome++) {
      RealVector target = (RealVector) Target.of(random.nextGaussian());
      for (int row = 0; row < ROWS; row++) {
        statistics.add(Normal.of(0, 1), target, 1.0 / ROWS);
      }
    }
    return statistics.measures();
  }

  private static int count(List<Measure> measures, Quantity quantity, Predicate<Measure> fault) {
    return (int) measures.stream().filter(one -> one.quantity() == quantity).filter(fault).count();
  }

  @Test
  void testsAndIntervalsOfEventsAreThoseOfTheirOutcomes() {
    int tests = 0;
    int intervals = 0;
    for (int file = 0; file < FILES; file++) {
      List<Measure> measures = ofEvents();
      tests += count(measures, Quantity.SPIEGELHALTER, one -> requireNonNull(one.pValue()) < 0.05);
      intervals +=
          count(
              measures,
              Quantity.CALIBRATION_IN_THE_LARGE,
              one -> !requireNonNull(one.interval()).contains(0));
    }
    assertThat(tests).isPositive().isLessThan((int) MOST);
    assertThat(intervals).isPositive().isLessThan((int) MOST);
  }

  @Test
  void rangesOfCoverageAreThoseOfTheirOutcomes() {
    int ranges = 0;
    int biases = 0;
    for (int file = 0; file < FILES; file++) {
      List<Measure> measures = ofNumbers();
      ranges +=
          count(
              measures,
              Quantity.COVERAGE_80,
              one -> !requireNonNull(one.ifCalibrated()).contains(one.value()));
      biases += count(measures, Quantity.BIAS, one -> !requireNonNull(one.interval()).contains(0));
    }
    assertThat(ranges).isPositive().isLessThan((int) MOST);
    assertThat(biases).isPositive().isLessThan((int) MOST);
  }
}
