package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForecastScoreTest {

  private static double[] law(ForecastScore score, PredictiveDistribution p) {
    double[] law = new double[2];
    score.law(p, law);
    return law;
  }

  @ParameterizedTest
  @EnumSource(
      value = ForecastScore.class,
      names = {"LOG_LOSS", "BRIER", "ERROR"})
  void hasTheMeanAndVarianceOfItsScoresOverTheClasses(ForecastScore score) {
    Categorical p = Categorical.of(0.5, 0.2, 0.05, 0.25, 0);
    IntToDoubleFunction of = k -> score.of(p, Target.ofClass(k));
    double mean =
        IntStream.range(0, 5).mapToDouble(k -> p.probability(k) * of.applyAsDouble(k)).sum();
    double square =
        IntStream.range(0, 5)
            .mapToDouble(k -> p.probability(k) * Math.pow(of.applyAsDouble(k), 2))
            .sum();

    assertThat(law(score, p)[0]).isCloseTo(mean, within(1e-14));
    assertThat(law(score, p)[1]).isCloseTo(square - mean * mean, within(1e-14));
  }

  @Test
  void ofNormalsAndLaplaceDistributionsIsThatOfManyTargets() {
    for (PredictiveDistribution p :
        new PredictiveDistribution[] {Normal.of(2, 9), new Laplace(-1, 0.5)}) {
      assertLaw(law(ForecastScore.CRPS, p), p, 100_000, 1e-3);
    }
  }

  @Test
  void ofEnsemblesIsThatOfTheirMembers() {
    for (Ensemble p :
        List.of(Ensemble.of(1, 2, 4, 7), Ensemble.of(9, 0, 0, 5, 0), Ensemble.of(3))) {
      assertLaw(law(ForecastScore.CRPS, p), p, p.size(), 1e-12);
    }
  }

  @Test
  void ofOtherNumbersIsThatOfEquallyProbableTargets() {
    Mixture p = Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), Normal.of(4, 1)));

    assertLaw(law(ForecastScore.CRPS, p), p, 32, 1e-12);
  }

  private static void assertLaw(
      double[] law, PredictiveDistribution p, int targets, double relative) {
    double[] scores =
        IntStream.range(0, targets)
            .mapToDouble(k -> Univariate.of(p).quantile((k + 0.5) / targets))
            .map(y -> ForecastScore.CRPS.of(p, Target.of(y)))
            .toArray();
    double mean = IntStream.range(0, targets).mapToDouble(k -> scores[k]).average().orElseThrow();
    double variance =
        IntStream.range(0, targets)
            .mapToDouble(k -> Math.pow(scores[k] - mean, 2))
            .average()
            .orElseThrow();
    assertThat(law[0]).isCloseTo(mean, within(relative * mean));
    assertThat(law[1]).isCloseTo(variance, within(relative * variance));
  }

  @Test
  void isFiniteForATargetThatWasHeldImpossible() {
    assertThat(ForecastScore.LOG_LOSS.of(Categorical.of(1, 0), Target.ofClass(1)))
        .isCloseTo(-Math.log(1e-12), within(1e-12));
  }

  @Test
  void existsOfClassesAndOfOneNumber() {
    assertThat(ForecastScore.of(TargetSpace.classes(3)))
        .containsExactly(ForecastScore.LOG_LOSS, ForecastScore.BRIER, ForecastScore.ERROR);
    assertThat(ForecastScore.of(TargetSpace.reals(1))).containsExactly(ForecastScore.CRPS);
    assertThat(ForecastScore.of(TargetSpace.reals(2))).isEmpty();
  }
}
