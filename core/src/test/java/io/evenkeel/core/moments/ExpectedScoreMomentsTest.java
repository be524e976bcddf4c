package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExpectedScoreMomentsTest {
  private static final ExpectedScoreMoments TWO = new ExpectedScoreMoments(TargetSpace.classes(2));

  @Nested
  class OfTwoClasses extends Law {
    OfTwoClasses() {
      super(Stream.dirichlet(2, 0.2));
    }
  }

  @Nested
  class OfFiveClasses extends Law {
    OfFiveClasses() {
      super(Stream.dirichlet(5, 0.5));
    }
  }

  @Nested
  class OfNumbers extends Law {
    OfNumbers() {
      super(Stream.normals(1));
    }
  }

  /** Sales in cents have expected scores of 10,000 and more. */
  @Test
  void tellsNumbersApartWhateverTheirUnit() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    for (double unit : new double[] {1e-9, 1, 1e9}) {
      double[] block = new double[moments.forecastLength()];
      var adder = moments.forecasts(block, 0);
      for (int power = 0; power < 7; power++) {
        adder.add(Normal.of(0, unit * Math.pow(2, power)), 1);
      }

      assertThat(Arrays.stream(moments.count(block, 0)).filter(count -> count > 0))
          .as("unit %s", unit)
          .hasSize(7);
    }
  }

  private abstract static class Law extends AdditiveStatisticContract {
    private final List<Observation> observations;

    Law(Stream.Law law) {
      observations = Stream.calibrated(law, 3).next(120);
    }

    @Override
    AdditiveStatistic statistic() {
      return new ExpectedScoreMoments(observations.get(0).prediction().space());
    }

    @Override
    List<Observation> observations() {
      return observations;
    }

    /** The first cell is that of predictions below 0.0001. */
    @Override
    double firstSum() {
      return observations.stream()
          .filter(one -> one.prediction() instanceof Categorical p && p.classes() == 2)
          .filter(one -> ((Categorical) one.prediction()).probability(1) < 1e-4)
          .count();
    }

    @Test
    void holdsTheForecastsOfRowsWithoutLabelsInTheSameWay() {
      ExpectedScoreMoments moments = (ExpectedScoreMoments) statistic();
      double[] labelled = new double[moments.length()];
      double[] forecasts = new double[moments.forecastLength()];
      var accumulator = moments.accumulator(labelled, 0);
      var adder = moments.forecasts(forecasts, 0);
      for (Observation one : observations) {
        accumulator.add(one.prediction(), one.target(), 1);
        adder.add(one.prediction(), 1);
      }

      assertThat(forecasts).containsExactly(Arrays.copyOf(labelled, forecasts.length));
      assertThat(moments.forecastCells(forecasts, 0, 0).size()).isEqualTo(120);
    }
  }

  private static double[] block(Observation... observations) {
    double[] block = new double[TWO.length()];
    var accumulator = TWO.accumulator(block, 0);
    for (Observation one : observations) {
      accumulator.add(one.prediction(), one.target(), 1);
    }
    return block;
  }

  @Test
  void meansAreThoseOfTheScores() {
    double[] block =
        block(
            new Observation(Categorical.of(0.75, 0.25), Target.ofClass(1)),
            new Observation(Categorical.of(0.2, 0.8), Target.ofClass(1)));

    assertThat(TWO.labelledCells(block, 0, 0).mean())
        .isCloseTo(-(Math.log(0.25) + Math.log(0.8)) / 2, within(1e-12));
    assertThat(TWO.labelledCells(block, 0, 1).mean())
        .isCloseTo((2 * 0.5625 + 2 * 0.04) / 2, within(1e-12));
    assertThat(TWO.labelledCells(block, 0, 2).mean()).isCloseTo(0.5, within(1e-12));
    assertThat(TWO.forecastCells(block, 0, 2).mean()).isCloseTo(0.225, within(1e-12));
  }

  @Test
  void setsProbabilitiesOfClassOneApartThatExpectTheSameScore() {
    double[] block =
        block(
            new Observation(Categorical.of(0.8, 0.2), Target.ofClass(1)),
            new Observation(Categorical.of(0.2, 0.8), Target.ofClass(1)),
            new Observation(Categorical.of(0.2, 0.8), Target.ofClass(0)));

    assertThat(TWO.count(block, 0)).contains(1, 2);
    assertThat(Arrays.stream(TWO.events(block, 0)).boxed().filter(events -> events == 1))
        .hasSize(2);
  }

  @Test
  void takesNumbersThatScoreWorseThanExpectedAsEvents() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    double[] block = new double[moments.length()];
    var accumulator = moments.accumulator(block, 0);
    accumulator.add(Normal.of(0, 1), Target.of(0), 1);
    accumulator.add(Normal.of(0, 1), Target.of(2), 1);

    assertThat(Arrays.stream(moments.events(block, 0)).sum()).isEqualTo(1);
  }

  @Test
  void isOfClassesAndOneNumberOnly() {
    assertThatThrownBy(() -> new ExpectedScoreMoments(TargetSpace.reals(2)))
        .hasMessageContaining("no scores are foretold");
  }
}
