package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.Collections;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class ProportionTest {

  /** By definition: each end is where a one-sided binomial test has a p-value of 2.5 %. */
  @Test
  void endsWhereTheBinomialTestsTurn() {
    Interval interval = new Proportion(7, 20).interval(0.95);

    assertThat(BinomialDistribution.of(20, interval.lower()).survivalProbability(6))
        .isCloseTo(0.025, within(1e-9));
    assertThat(BinomialDistribution.of(20, interval.upper()).cumulativeProbability(7))
        .isCloseTo(0.025, within(1e-9));
  }

  @Test
  void reachesToTheEndsWithoutSuccessesFailuresOrTrials() {
    assertThat(new Proportion(0, 10).interval(0.95).lower()).isZero();
    assertThat(new Proportion(0, 10).interval(0.95).upper())
        .isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-12));
    assertThat(new Proportion(10, 10).interval(0.95).upper()).isEqualTo(1);
    assertThat(new Proportion(0, 0).interval(0.95)).isEqualTo(new Interval(0, 1));
    assertThat(new Proportion(0, 0).share()).isNaN();
  }

  @Test
  void refusesImpossibleCountsAndLevels() {
    assertThatThrownBy(() -> new Proportion(3, 2)).hasMessageContaining("3 of 2");
    assertThatThrownBy(() -> new Proportion(1, 2).interval(1)).hasMessageContaining("confidence");
  }

  @Test
  void coverageCountsTargetsInCentralIntervalsWithTheirEnds() {
    List<PredictiveDistribution> predictions = Collections.nCopies(3, Normal.of(0, 1));
    Observations sample =
        Observations.of(predictions, List.of(Target.of(0.67), Target.of(-0.68), Target.of(3)));

    assertThat(IntervalCoverage.of(sample, 0.5)).isEqualTo(new Proportion(1, 3));
    assertThat(IntervalCoverage.of(sample, 0.9)).isEqualTo(new Proportion(2, 3));
    assertThat(
            IntervalCoverage.of(
                Observations.of(List.of(Normal.of(2, 0)), List.of(Target.of(2))), 0.5))
        .isEqualTo(new Proportion(1, 1));
  }
}
