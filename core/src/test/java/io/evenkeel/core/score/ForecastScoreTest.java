package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Uniform;
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
  void ofQuantileForecastsIsThatOfManyTargets() {
    for (Quantiles p :
        List.of(
            Quantiles.of(new double[] {0.25, 0.5, 0.75}, new double[] {-1, 0, 2}),
            Quantiles.of(new double[] {0.1, 0.3, 0.4, 0.8}, new double[] {-0.3, 0.2, 0.2, 1.2}),
            Quantiles.of(new double[] {0, 1}, new double[] {3, 5}),
            Quantiles.of(new double[] {0.4}, new double[] {3}))) {
      assertLaw(law(ForecastScore.CRPS, p), p, 100_000, 1e-3);
    }
  }

  /** The score of U(0, 1) is y² − y + 1/3, with the mean 1/6 and the variance 1/180. */
  @Test
  void ofUniformDistributionsIsInClosedForm() {
    double[] one = law(ForecastScore.CRPS, new Uniform(0, 1));
    double[] two = law(ForecastScore.CRPS, Quantiles.of(new double[] {0, 1}, new double[] {2, 4}));

    assertThat(one[0]).isCloseTo(1.0 / 6, within(1e-15));
    assertThat(one[1]).isCloseTo(1.0 / 180, within(1e-7));
    assertThat(two[0]).isCloseTo(1.0 / 3, within(1e-15));
    assertThat(two[1]).isCloseTo(4.0 / 180, within(1e-16));
  }

  @Test
  void ofMixturesIsThatOfManyTargets() {
    Normal wide = Normal.of(0, 1);
    PredictiveDistribution quantiles =
        Quantiles.of(new double[] {0.05, 0.25, 0.5, 0.75, 0.95}, new double[] {-3, -1, 0, 2, 9});
    for (Mixture p :
        List.of(
            mixture(0.5, wide, Normal.of(4, 1)),
            mixture(0.9, wide, Normal.of(0.3, 0)),
            mixture(0.02, Normal.of(0, 1000), Normal.of(0.3, 1)),
            mixture(0.05, new Laplace(0, 100), Normal.of(10, 0)),
            mixture(0.7, new Uniform(-2, 11), new Uniform(0.63, 0.7)),
            mixture(0.3, new Exponential(1.8, 0.05), new Exponential(-1.8, 0.7)),
            mixture(0.4, wide, quantiles),
            mixture(
                0.5, mixture(0.3, quantiles, Counts.poisson(3)), mixture(0.6, quantiles, wide)))) {
      double[] law = law(ForecastScore.CRPS, p);

      assertThat(law[0]).isEqualTo(Crps.expected(p));
      assertLaw(law, p, 20_000, 1e-2);
    }
  }

  private static Mixture mixture(
      double weight, PredictiveDistribution one, PredictiveDistribution other) {
    return Mixture.of(new double[] {weight, 1 - weight}, List.of(one, other));
  }

  @Test
  void ofPointsHasNoVariance() {
    assertThat(law(ForecastScore.CRPS, mixture(0.5, Normal.of(3, 0), new Laplace(3, 0))))
        .containsExactly(0, 0);
    assertThat(law(ForecastScore.CRPS, Quantiles.of(new double[] {0.5}, new double[] {3})))
        .containsExactly(0, 0);
    assertThat(law(ForecastScore.CRPS, mixture(1e-320, Normal.of(50, 1), Normal.of(0.5, 0)))[1])
        .isBetween(0.0, 1e-300);
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
    assertThat(law[0]).isCloseTo(mean, within(Math.min(relative, 1e-3) * mean));
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

  @Test
  void isInfiniteWhereItIsTooLargeForANumber() {
    Quantiles p = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {-1e300, 0, 1e300});

    assertThat(law(ForecastScore.CRPS, p)[0]).isCloseTo(Crps.expected(p), within(1e285));
    assertThat(law(ForecastScore.CRPS, p)[1]).isEqualTo(Double.POSITIVE_INFINITY);
  }
}
