package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
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

  @Test
  void quantileForecastsStateTheIntervalsWhoseLevelsTheyHave() {
    Quantiles p =
        Quantiles.of(new double[] {0.025, 0.1, 0.5, 0.9, 0.975}, new double[] {1, 2, 3, 4, 5});

    assertThat(IntervalCoverage.isStated(p, 0.95)).isTrue();
    assertThat(IntervalCoverage.isStated(p, 0.8)).isTrue();
    assertThat(IntervalCoverage.isStated(p, 0.5)).isFalse();
    assertThat(IntervalCoverage.isStated(Normal.of(0, 1), 0.5)).isTrue();
    assertThat(IntervalCoverage.stated(p)).containsExactly(0.95, 0.8);
    assertThat(
            IntervalCoverage.stated(Quantiles.of(new double[] {0, 0.5, 1}, new double[] {1, 2, 3})))
        .isEmpty();
  }

  /** (1 − 0.95) / 2 is 0.025000000000000022 in doubles. */
  @Test
  void anIntervalThatIsStatedHoldsItsEnds() {
    Quantiles p = Quantiles.of(new double[] {0.025, 0.975}, new double[] {1, 5});

    assertThat(IntervalCoverage.covers(p, (RealVector) Target.of(1), 0.95)).isTrue();
    assertThat(IntervalCoverage.covers(p, (RealVector) Target.of(5), 0.95)).isTrue();
    assertThat(IntervalCoverage.covers(p, (RealVector) Target.of(5.01), 0.95)).isFalse();
  }
}
