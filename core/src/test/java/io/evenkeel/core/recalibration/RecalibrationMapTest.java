package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** What each map makes of a prediction, by hand. */
class RecalibrationMapTest {
  private static final Categorical TWO = Categorical.of(0.8, 0.2);

  private static double[] probabilities(RecalibrationMap map, Categorical p) {
    Categorical q = (Categorical) map.recalibrate(p);
    double[] values = new double[q.classes()];
    for (int k = 0; k < values.length; k++) {
      values[k] = q.probability(k);
    }
    return values;
  }

  private static double logOdds(RecalibrationMap map, Categorical p) {
    double[] q = probabilities(map, p);
    return Math.log(q[1] / q[0]);
  }

  @Test
  void betaCalibrationIsALineInBothLogarithms() {
    assertThat(logOdds(new BetaCalibration(2, 3, 0.5), TWO))
        .isCloseTo(2 * Math.log(0.2) - 3 * Math.log(0.8) + 0.5, within(1e-12));
    assertThat(logOdds(new BetaCalibration(2, 2, 0.5), TWO))
        .isCloseTo(2 * Math.log(0.25) + 0.5, within(1e-12));
    assertThat(probabilities(new BetaCalibration(1, 1, 0), TWO)[1]).isCloseTo(0.2, within(1e-15));
  }

  @Test
  void certaintyIsTakenForOneInABillionThousands() {
    assertThat(logOdds(new BetaCalibration(0.5, 0.5, 0), Categorical.of(0, 1)))
        .isCloseTo(0.5 * Math.log(1e12), within(1e-6));
  }

  @Test
  void isotonicCalibrationIsLinearBetweenItsKnotsAndParallelBeyond() {
    MonotoneCurve curve = new MonotoneCurve(List.of(-1.0, 1.0, 3.0), List.of(0.0, 0.5, 4.0));
    assertThat(curve.at(-1)).isZero();
    assertThat(curve.at(0)).isEqualTo(0.25);
    assertThat(curve.at(2)).isEqualTo(2.25);
    assertThat(curve.at(3)).isEqualTo(4);
    assertThat(curve.at(-7)).isEqualTo(-6);
    assertThat(curve.at(10)).isEqualTo(11);
    assertThat(logOdds(new IsotonicCalibration(curve), Categorical.of(0.5, 0.5)))
        .isCloseTo(0.25, within(1e-12));
  }

  @Test
  void theOtherClassesKeepTheirRatios() {
    IsotonicCalibration even =
        new IsotonicCalibration(new MonotoneCurve(List.of(0.0, 9.0), List.of(0.0, 0.0)));

    assertThat(probabilities(even, Categorical.of(0.1, 0.3, 0.6)))
        .containsExactly(new double[] {0.125, 0.375, 0.5}, within(1e-12));
    assertThat(probabilities(even, Categorical.of(0, 1, 0)))
        .as("27.6, where certainty is, is beyond the knot at 9")
        .satisfies(q -> assertThat(q[0]).isEqualTo(q[2]).isCloseTo(4e-9, within(1e-9)));
  }

  @Test
  void refusesKnotsThatDoNotAscend() {
    assertThatThrownBy(() -> new MonotoneCurve(List.of(1.0, 1.0), List.of(0.0, 1.0)))
        .hasMessageStartingWith("knots must ascend");
    assertThatThrownBy(() -> new MonotoneCurve(List.of(1.0, 2.0), List.of(1.0, 0.0)))
        .hasMessageStartingWith("knots must ascend");
  }

  @Test
  void aShiftAndAScaleAreInPredictedStandardDeviations() {
    assertThat(new LocationScale(0.5, 3).recalibrate(Normal.of(10, 2))).isEqualTo(Normal.of(11, 6));
  }

  /** By however few levels, within them and beyond. */
  @Test
  void aShiftAndAScaleMoveTheQuantilesOfANormalDistributionToThoseOfAnother() {
    double[] levels = {0.02, 0.1, 0.5, 0.9};
    Quantiles p = normalQuantiles(levels, 7, 2);

    for (double scale : new double[] {0.5, 1.7, 4}) {
      Quantiles q = (Quantiles) new LocationScale(0.1, scale).recalibrate(p);

      Quantiles expected = normalQuantiles(levels, 7.2, 2 * scale);
      assertThat(q.size()).isEqualTo(4);
      for (int k = 0; k < levels.length; k++) {
        assertThat(q.level(k)).isEqualTo(levels[k]);
        assertThat(q.value(k)).isCloseTo(expected.value(k), within(1e-9));
      }
    }
  }

  private static Quantiles normalQuantiles(double[] levels, double mean, double sd) {
    NormalDistribution normal = NormalDistribution.of(mean, sd);
    return Quantiles.of(
        levels, Arrays.stream(levels).map(normal::inverseCumulativeProbability).toArray());
  }

  @Test
  void quantilesNextToALevelOfZeroOrOneAreLinearInTheLevelAndEndThere() {
    Quantiles p = Quantiles.of(new double[] {0, 0.5, 0.75, 1}, new double[] {-1, 0, 2, 3});
    NormalDistribution normal = NormalDistribution.of(0, 1);

    Quantiles q = (Quantiles) new LocationScale(-0.3, 1).recalibrate(p);

    double z = normal.inverseCumulativeProbability(0.75);
    assertThat(q.value(0)).isEqualTo(-1);
    assertThat(q.value(1)).isCloseTo(2 * normal.cumulativeProbability(-0.3) - 1, within(1e-9));
    assertThat(q.value(2)).isCloseTo(2 * (z - 0.3) / z, within(1e-9));
    assertThat(q.value(3)).isEqualTo(3);
  }

  @Test
  void quantilesThatAreFarTooNarrowStayNumbers() {
    Quantiles p = Quantiles.of(new double[] {0.01, 0.5, 0.99}, new double[] {-1, 0, 1});

    Quantiles q = (Quantiles) new LocationScale(3, 30).recalibrate(p);

    assertThat(q.value(0)).isBetween(-100.0, -1.0);
    assertThat(q.value(2)).isBetween(1.0, 100.0);
    assertThat(q.value(1)).isCloseTo(3 / 2.32635, within(1e-4));
  }

  @Test
  void quantilesAtTheEndsOfTheSupportStayThere() {
    Quantiles p = Quantiles.of(new double[] {0, 0.5, 1}, new double[] {-1, 0, 3});

    Quantiles q = (Quantiles) new LocationScale(0, 2).recalibrate(p);

    assertThat(q).isEqualTo(p);
  }

  @Test
  void aShiftAndAScaleAreNotForEnsembles() {
    assertThatThrownBy(() -> new LocationScale(0, 2).recalibrate(Ensemble.of(1, 2, 3)))
        .hasMessageStartingWith("a shift and scale is for normal distributions");
    assertThat(LocationScale.suits(Ensemble.of(1, 2, 3))).isFalse();
  }

  @Test
  void normalRegressionTakesMeanAndVariance() {
    NormalRegression map = new NormalRegression(1, 2, 3, 0.25);
    assertThat(map.recalibrate(Normal.of(10, 2))).isEqualTo(Normal.of(21, 2));
    assertThat(map.recalibrate(Ensemble.of(9, 10, 11))).isEqualTo(Normal.of(21, Math.sqrt(3.25)));
  }

  @Test
  void normalRegressionIsForWhatItWasLearnedFrom() {
    NormalRegression ofEnsembles = new NormalRegression(0, 1, 0, 3, NormalRegression.Of.ENSEMBLES);
    NormalRegression ofNormals = new NormalRegression(0, 1, 0, 3, NormalRegression.Of.NORMALS);
    Ensemble ensemble = Ensemble.of(9, 10, 11);

    assertThat(ofEnsembles.recalibrate(ensemble)).isEqualTo(Normal.of(10, Math.sqrt(3)));
    assertThatThrownBy(() -> ofEnsembles.recalibrate(Normal.of(10, 1)))
        .hasMessage("this normal regression was learned from ensembles, and is for these alone");
    assertThatThrownBy(() -> ofNormals.recalibrate(ensemble))
        .hasMessageContaining("learned from normal distributions");
    assertThat(ofEnsembles.isFor(ensemble)).isTrue();
    assertThat(ofEnsembles.isFor(Normal.of(10, 1))).isFalse();
  }

  @Test
  void normalRegressionSaysWhatItWasLearnedFrom() {
    List<Target> targets = List.of(Target.of(1), Target.of(2));
    Normal normal = Normal.of(0, 1);
    Ensemble ensemble = Ensemble.of(0, 1);

    assertThat(NormalRegression.fit(Observations.of(List.of(normal, normal), targets)).of())
        .isEqualTo(NormalRegression.Of.NORMALS);
    assertThat(NormalRegression.fit(Observations.of(List.of(ensemble, ensemble), targets)).of())
        .isEqualTo(NormalRegression.Of.ENSEMBLES);
    assertThat(NormalRegression.fit(Observations.of(List.of(normal, ensemble), targets)).of())
        .isEqualTo(NormalRegression.Of.BOTH);
  }

  @Test
  void aQuantileMapMovesLevelsInNormalScores() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double shifted = normal.cumulativeProbability(0.3);
    double level = normal.cumulativeProbability(-1);
    QuantileMap map =
        new QuantileMap(List.of(level, 0.5), List.of(normal.cumulativeProbability(-0.7), shifted));

    Quantiles q = (Quantiles) map.recalibrate(Normal.of(100, 10));

    assertThat(q.value(0)).isCloseTo(100 + 10 * (-1 - 0.3), within(1e-9));
    assertThat(q.value(1)).isCloseTo(100 + 10 * -0.3, within(1e-9));
  }

  @Test
  void aQuantileMapKeepsTheLevelsOfAForecast() {
    QuantileMap map = new QuantileMap(List.of(0.25, 0.75), List.of(0.35, 0.65));
    Quantiles forecast = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {1, 2, 4});

    Quantiles q = (Quantiles) map.recalibrate(forecast);

    assertThat(q.size()).isEqualTo(3);
    assertThat(q.level(2)).isEqualTo(0.9);
    assertThat(q.value(1)).isCloseTo(2, within(1e-9));
    assertThat(q.value(2)).as("wider").isGreaterThan(4);
  }

  @Test
  void aChainAppliesItsMapsInOrder() {
    MapChain chain = MapChain.of(new NormalRegression(1, 1, 0, 1), new LocationScale(1, 2));
    assertThat(chain.recalibrate(Normal.of(0, 3))).isEqualTo(Normal.of(4, 6));
    assertThat(MapChain.IDENTITY.recalibrate(TWO)).isSameAs(TWO);
  }

  @Test
  void refusesPredictionsThatItIsNotFor() {
    PredictiveDistribution number = Normal.of(0, 1);
    assertThatThrownBy(() -> new BetaCalibration(1, 1, 0).recalibrate(number))
        .hasMessageStartingWith("this map is for predictions of classes");
    assertThatThrownBy(
            () -> new BetaCalibration(1, 1, 0).recalibrate(Categorical.of(0.2, 0.3, 0.5)))
        .hasMessage("beta calibration is for two classes, got 3");
    assertThatThrownBy(() -> new LocationScale(0, 2).recalibrate(TWO))
        .hasMessageStartingWith("a shift and scale is for normal distributions");
    assertThatThrownBy(() -> new NormalRegression(0, 1, 0, 1).recalibrate(TWO))
        .hasMessageStartingWith("normal regression is for normal distributions and ensembles");
    assertThatThrownBy(() -> new QuantileMap(List.of(0.5), List.of(0.4)).recalibrate(TWO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theWordsOfASmallChangeDoNotSayThatItIsNone() {
    assertThat(new LocationScale(0.004, 0.9962).describe())
        .isEqualTo("biased low by 0.004 sd, too wide: scale 0.996");
    assertThat(new LocationScale(0, 0.003).describe()).isEqualTo("too wide: scale 0.003");
    assertThat(new Temperature(1.0023).describe()).isEqualTo("over-confident: temperature 1.002");
    assertThat(new ClassShift(1, -0.00042).describe())
        .isEqualTo("class 1 predicted too often: log-odds off by 0.0004");
    assertThat(new BetaCalibration(0.9991, 0.9991, -0.003).describe())
        .isEqualTo("Platt: log-odds × 0.9991 − 0.003");
  }

  @Test
  void limitsChangeNothingWithinThem() {
    double odds = Math.log(0.99 / 0.01);
    IsotonicCalibration both = IsotonicCalibration.within(-odds, odds);
    IsotonicCalibration lower = IsotonicCalibration.within(-odds, Double.POSITIVE_INFINITY);
    IsotonicCalibration upper = IsotonicCalibration.within(Double.NEGATIVE_INFINITY, odds);

    assertThat(probabilities(both, TWO)[1]).isCloseTo(0.2, within(1e-15));
    assertThat(probabilities(both, Categorical.of(1, 0))[1]).isCloseTo(0.01, within(1e-15));
    assertThat(probabilities(both, Categorical.of(1e-5, 1 - 1e-5))[1])
        .isCloseTo(0.99, within(1e-15));
    assertThat(probabilities(lower, Categorical.of(0, 1))[1]).isCloseTo(1, within(1e-11));
    assertThat(both.describe()).isEqualTo("at least 0.01, at most 0.99");
    assertThat(lower.describe()).isEqualTo("at least 0.01");
    assertThat(upper.describe()).isEqualTo("at most 0.99");
  }

  @Test
  void theWordsOfACurveSayWhatBecomesOfThreeProbabilities() {
    MonotoneCurve curve = new MonotoneCurve(List.of(0.0), List.of(1.0));
    MonotoneCurve steep = new MonotoneCurve(List.of(-1.0, 1.0), List.of(-9.0, 0.5));

    assertThat(new IsotonicCalibration(curve).describe())
        .isEqualTo("isotonic: 0.1 becomes 0.23, 0.5 becomes 0.73, 0.9 becomes 0.96");
    assertThat(new IsotonicCalibration(steep).describe())
        .isEqualTo("isotonic: 0.1 becomes 0.00004, 0.5 becomes 0.01, 0.9 becomes 0.85");
  }

  @Test
  void theWordsOfALineThatFallsSaySo() {
    assertThat(new BetaCalibration(-0.98, -0.98, 0.1).describe())
        .isEqualTo("Platt: log-odds × -0.98 + 0.1, so larger probabilities become smaller");
  }

  @Test
  void saysWhatItIs() {
    assertThat(new BetaCalibration(1.13, 1.13, -0.42).describe())
        .isEqualTo("Platt: log-odds × 1.13 − 0.42");
    assertThat(new BetaCalibration(1, 1, -0.42).describe()).isEqualTo("shift: log-odds − 0.42");
    assertThat(new BetaCalibration(1.1, 0.9, 0.2).describe())
        .isEqualTo("beta: 1.1 log p − 0.9 log(1 − p) + 0.2");
    assertThat(new NormalRegression(1, 0.98, 3, 0).describe())
        .isEqualTo("normal regression: mean 1 + 0.98 m, variance 3 + 0 s²");
    assertThat(MapChain.IDENTITY.describe()).isEqualTo("no map");
  }

  @Test
  void theExtremesOfAQuantileMapAreQuantiles() {
    QuantileMap map = new QuantileMap(List.of(0.01, 0.99), List.of(0.2, 0.8));
    Univariate q = Univariate.of(map.recalibrate(Normal.of(0, 1)));
    assertThat(q.quantile(0.01)).isBetween(-4.0, -3.5);
  }

  @Test
  void aMapBySegmentsTellsThatOfOthers() {
    RecalibrationMap sharper = new Temperature(0.5);
    Map<String, RecalibrationMap> many =
        IntStream.range(0, 6)
            .boxed()
            .collect(Collectors.toMap(k -> "DE" + k, k -> MapChain.IDENTITY));

    assertThat(new SegmentMap("country", Map.of("DE", MapChain.IDENTITY), sharper).describe())
        .isEqualTo("country DE: no map; others: " + sharper.describe());
    assertThat(new SegmentMap("country", many, sharper).describe())
        .isEqualTo("a map for each of 6 values of country; others: " + sharper.describe());
  }
}
