package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class NormalScoreTest {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private static NormalScore score(PredictiveDistribution p, double y) {
    NormalScore score = new NormalScore();
    score.set(p, (RealVector) Target.of(y));
    return score;
  }

  @Test
  void isTheResidualOfANormalInStandardDeviations() {
    assertThat(score(Normal.of(1, 2), 31).lower()).isEqualTo(15);
    assertThat(score(Normal.of(1, 2), 31).isPoint()).isTrue();
  }

  @Test
  void isSymmetricFarOutInTheTails() {
    Laplace p = new Laplace(0, 1);
    for (double r : new double[] {0, 0.1, 5, 50, 500, 1e6}) {
      assertThat(score(p, r).lower()).isEqualTo(-score(p, -r).lower());
      assertThat(score(p, r).lower()).isFinite();
    }
    double logTail = -500 - Math.log(2);
    double z = score(p, 500).lower();
    assertThat(-z * z / 2 - Math.log(z * Math.sqrt(2 * Math.PI))).isCloseTo(logTail, within(2e-3));
  }

  @Test
  void isAnIntervalWhereTheDistributionJumps() {
    Mixture p = Mixture.of(new double[] {0.2, 0.8}, List.of(Normal.of(0, 1), new Laplace(0, 0)));

    NormalScore score = score(p, 0);

    assertThat(score.lower()).isCloseTo(STANDARD.inverseCumulativeProbability(0.1), within(1e-12));
    assertThat(score.upper()).isCloseTo(STANDARD.inverseCumulativeProbability(0.9), within(1e-12));
    assertThat(score.transform()).isCloseTo(0.5, within(1e-12));
    assertThat(score(p, 1).isPoint()).isTrue();
    assertThat(score(p, 1).lower())
        .isCloseTo(
            STANDARD.inverseCumulativeProbability(0.8 + 0.2 * STANDARD.cumulativeProbability(1)),
            within(1e-12));
  }

  @Test
  void ofAPointMassIsEverythingOrImpossible() {
    assertThat(score(Normal.of(1, 0), 1).lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(score(Normal.of(1, 0), 1).upper()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score(Normal.of(1, 0), 1).isImpossible()).isFalse();
    assertThat(score(Normal.of(1, 0), 0).isImpossible()).isTrue();
    assertThat(score(Normal.of(1, 0), 0).transform()).isZero();
    assertThat(score(new Laplace(1, 0), 0).isImpossible()).isTrue();
  }

  /** Three members below four ranks; equal members leave their ranks to the target. */
  @Test
  void ofAnEnsembleIsTheRankOfTheTargetAmongItsMembers() {
    Ensemble p = Ensemble.of(1, 2, 2);

    assertThat(score(p, 0).lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(score(p, 0).upper())
        .isCloseTo(STANDARD.inverseCumulativeProbability(0.25), within(1e-14));
    assertThat(score(p, 1.5).lower())
        .isCloseTo(STANDARD.inverseCumulativeProbability(0.25), within(1e-14));
    assertThat(score(p, 1.5).upper()).isCloseTo(0, within(1e-14));
    assertThat(score(p, 2).lower()).isEqualTo(score(p, 1.5).lower());
    assertThat(score(p, 2).upper()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score(p, 9).transform()).isCloseTo(0.875, within(1e-14));
    assertThat(score(p, 9).isImpossible()).isFalse();
  }

  @Test
  void isOfOneNumberOnly() {
    NormalScore score = new NormalScore();
    assertThatThrownBy(() -> score.set(Categorical.of(0.5, 0.5), (RealVector) Target.of(0.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one real number");
  }

  @Test
  void ofAQuantileIsOneOfSeveralIntervals() {
    Quantiles p = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {2, 4, 7});

    NormalScore score = score(p, 4);

    assertThat(score.isAmbiguous()).isTrue();
    assertThat(score.lower()).isCloseTo(STANDARD.inverseCumulativeProbability(0.1), within(1e-12));
    assertThat(score.upper()).isCloseTo(STANDARD.inverseCumulativeProbability(0.9), within(1e-12));
    // Below the level, above it, or both.
    assertThat(score.least((lower, upper) -> lower)).isEqualTo(score.lower());
    assertThat(score.least((lower, upper) -> -lower)).isCloseTo(0, within(1e-12));
    assertThat(score.least((lower, upper) -> upper)).isCloseTo(0, within(1e-12));
    assertThat(score(p, 5).isAmbiguous()).isFalse();
  }

  @Test
  void ofAQuantileOfSeveralLevelsHoldsThese() {
    Quantiles p = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {0, 0, 3});

    NormalScore score = score(p, 0);

    assertThat(score.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(score.least((lower, upper) -> -lower))
        .isCloseTo(-STANDARD.inverseCumulativeProbability(0.1), within(1e-12));
    assertThat(score.least((lower, upper) -> upper)).isCloseTo(0, within(1e-12));
  }

  /** Below the third quantile half of the targets lie, however many of them are 0. */
  @Test
  void levelsAtAMassOfAnEndAreLeftOut() {
    double[] levels = {0.05, 0.25, 0.5, 0.75, 0.95};
    Quantiles rain = Quantiles.of(levels, new double[] {0, 0, 1.5, 4, 9.2});
    Quantiles sunshine = Quantiles.of(levels, new double[] {2.7, 4, 9.5, 12, 12});
    Quantiles drizzle = Quantiles.of(levels, new double[] {0, 0.5, 1.5, 4, 9.2});

    for (NormalScore score : List.of(score(rain, 0), score(rain, 0.7), score(rain, -1))) {
      assertThat(score.isAmbiguous()).isFalse();
      assertThat(score.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(score.upper()).isCloseTo(0, within(1e-12));
    }
    assertThat(score(sunshine, 12).isAmbiguous()).isFalse();
    assertThat(score(sunshine, 12).lower()).isCloseTo(0, within(1e-12));
    assertThat(score(sunshine, 12).upper()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score(drizzle, 0).upper()).isEqualTo(score(drizzle, 0.4).upper());
    assertThat(score(drizzle, 0.5).isAmbiguous()).isTrue();
  }

  @Test
  void levelsStayWhereNothingElseWouldBeLeft() {
    double[] levels = {0.1, 0.5, 0.9};
    for (double[] values : List.of(new double[] {2, 2, 2}, new double[] {1, 2, 2})) {
      Quantiles p = Quantiles.of(levels, values);

      assertThat(p.massBelow() + p.massAbove()).isZero();
      assertThat(p.isCoarse()).isTrue();
      assertThat(score(p, values[2]).isAmbiguous()).isTrue();
      assertThat(score(p, 5).lower())
          .isCloseTo(STANDARD.inverseCumulativeProbability(0.9), within(1e-12));
    }
  }

  @Test
  void whatIsBelowALevelOfZeroStaysImpossible() {
    Quantiles p = Quantiles.of(new double[] {0, 0.25, 0.5, 1}, new double[] {0, 0, 1.5, 7});

    assertThat(score(p, -1).isImpossible()).isTrue();
    assertThat(score(p, 8).isImpossible()).isTrue();
    assertThat(score(p, 0).isImpossible()).isFalse();
  }

  /** At most a tenth of the targets exceed 0, so a tenth or nothing is known of one that is 0. */
  @Test
  void ofAForecastOfNothingOnlyTheHighestLevelCounts() {
    Quantiles p = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {0, 0, 0});

    assertThat(score(p, 3).lower())
        .isCloseTo(STANDARD.inverseCumulativeProbability(0.9), within(1e-12));
    assertThat(score(p, 3).isAmbiguous()).isFalse();
    NormalScore score = score(p, 0);
    assertThat(score.least((lower, upper) -> lower)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(score.least((lower, upper) -> -lower)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score.least((lower, upper) -> upper))
        .isCloseTo(STANDARD.inverseCumulativeProbability(0.9), within(1e-12));
    assertThat(score(p, -1).isAmbiguous()).isTrue();
  }
}
