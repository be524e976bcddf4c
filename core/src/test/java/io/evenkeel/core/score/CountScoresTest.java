package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountScoresTest {

  private static RealVector y(double y) {
    return (RealVector) Target.of(y);
  }

  private static Stream<Counts> exactOnes() {
    return Stream.of(
        Counts.poisson(0),
        Counts.poisson(0.05),
        Counts.poisson(3),
        Counts.poisson(200),
        Counts.negativeBinomial(4, 0.9),
        Counts.negativeBinomial(30, 25),
        Counts.of(-3, 0.2, 0, 0.3, 0.5));
  }

  private static Stream<Counts> wideOnes() {
    return Stream.of(
        Counts.poisson(5000), Counts.negativeBinomial(60, 0.5), Counts.negativeBinomial(300, 3));
  }

  /** The ranked probability score, Σ (F(k) − 1{k ≥ y})². */
  private static double ranked(Counts p, double y) {
    Univariate view = Univariate.of(p);
    double sum = 0;
    for (double k = Math.min((double) p.first(), y); k < Math.max((double) p.last(), y); k++) {
      double difference = k >= y ? view.survival(k) : view.cdf(k);
      sum += difference * difference;
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("exactOnes")
  void crpsIsTheRankedProbabilityScore(Counts p) {
    for (double target : new double[] {-3, 0, 1, 4, 170, 230, 1000}) {
      double score = ranked(p, target);
      assertThat(Crps.of(p, y(target))).isCloseTo(score, within(1e-12 * Math.max(1, score)));
    }
  }

  @ParameterizedTest
  @MethodSource("wideOnes")
  void crpsOfManyIntegersIsNearlyThat(Counts p) {
    for (double level : new double[] {1e-6, 0.03, 0.5, 0.8, 0.99999}) {
      double target = Univariate.of(p).quantile(level);
      double score = ranked(p, target);
      assertThat(Crps.of(p, y(target))).isCloseTo(score, within(1e-3 * score));
    }
  }

  /**
   * In closed form: E|X − y| = (y − λ)(2F(y) − 1) + 2λP(⌊y⌋), E|X − X′| = 2λ e^(−2λ) (I₀(2λ) +
   * I₁(2λ)) (Wei and Held 2014, doi:10.1007/s11749-014-0380-8).
   */
  @ParameterizedTest
  @CsvSource({".05, 0", ".05, 1", "3, 0", "3, 3", "3, 11", "12, 20"})
  void crpsOfPoissonIsInClosedForm(double mean, int target) {
    PoissonDistribution law = PoissonDistribution.of(mean);
    double distance =
        (target - mean) * (2 * law.cumulativeProbability(target) - 1)
            + 2 * mean * law.probability(target);
    double spread = mean * Math.exp(-2 * mean) * (bessel(0, 2 * mean) + bessel(1, 2 * mean));

    assertThat(Crps.of(Counts.poisson(mean), y(target)))
        .isCloseTo(distance - spread, within(1e-12));
    assertThat(Crps.expected(Counts.poisson(mean))).isCloseTo(spread, within(1e-12));
  }

  /** Iₙ(x) by its series, for x of moderate size. */
  private static double bessel(int n, double x) {
    double term = n == 0 ? 1 : x / 2;
    double sum = term;
    for (int k = 1; k < 200; k++) {
      term *= x * x / 4 / k / (k + n);
      sum += term;
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("exactOnes")
  void theLawOfTheScoreIsASumOverAllCounts(Counts p) {
    double mean = 0;
    double square = 0;
    for (double k = p.first(); k <= p.last(); k++) {
      double score = ranked(p, k);
      mean += p.probability(k) * score;
      square += p.probability(k) * score * score;
    }
    double[] law = new double[2];
    ForecastScore.CRPS.law(p, law);

    assertThat(law[0]).isCloseTo(mean, within(1e-12 * (1 + mean)));
    assertThat(law[1]).isCloseTo(square - mean * mean, within(1e-10 * (1 + square)));
  }

  @Test
  void theLogLossIsThatOfTheProbability() {
    assertThat(LogLoss.of(Counts.poisson(3), y(2))).isCloseTo(3 - Math.log(4.5), within(1e-14));
    assertThat(LogLoss.of(Counts.poisson(3), y(1e18))).isCloseTo(34.54, within(0.01));
    assertThat(LogLoss.of(Counts.of(0, 0.5, 0.5), y(2))).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(LogLoss.of(Counts.poisson(0), y(0))).isZero();
    assertThat(LogLoss.of(Counts.poisson(0), y(1))).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void theScoreOfATargetIsTheIntervalOfItsProbability() {
    NormalScore score = new NormalScore();
    score.set(Counts.of(0, 0.5, 0.25, 0.25), y(1));

    assertThat(score.lower()).isCloseTo(0, within(1e-15));
    assertThat(score.transform()).isCloseTo(0.625, within(1e-12));
    assertThat(score.isImpossible()).isFalse();
    score.set(Counts.poisson(3), y(1e18));
    assertThat(score.isImpossible()).isFalse();
    assertThat(score.lower()).isBetween(7.8, 8.1);
    assertThat(score.upper()).isEqualTo(Double.POSITIVE_INFINITY);
    score.set(Counts.of(0, 0.5, 0.5), y(2));
    assertThat(score.isImpossible()).isTrue();
  }

  /** Each cell is within its band of 1 − 1e-5. */
  @ParameterizedTest
  @CsvSource({".1, 0", "1, 0", "10, 0", "300, 0", "2000, 0", "1, .3", "40, .3"})
  void theRandomisedTransformOfCalibratedCountsIsUniform(double mean, double size) {
    Counts p = size == 0 ? Counts.poisson(mean) : Counts.negativeBinomial(mean, size);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    TargetSampler sampler = new TargetSampler(random);
    List<Target> targets = Stream.generate(() -> sampler.draw(p)).limit(20_000).toList();
    Observations sample = Observations.of(Collections.nCopies(targets.size(), p), targets);

    UniformHistogram histogram = PitHistogram.of(sample, 20, 1 - 1e-5, random);

    assertThat(histogram.counts())
        .allSatisfy(
            count ->
                assertThat((double) count)
                    .isBetween(histogram.band().lower(), histogram.band().upper()));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 3, 40})
  void theDifferenceOfScoresIsBoundedAndFavoursTheTruth(double mean) {
    Counts truth = Counts.poisson(mean);
    List<PredictiveDistribution> others = new ArrayList<>();
    others.add(Counts.poisson(1.3 * mean));
    others.add(Counts.negativeBinomial(mean, 2));
    others.add(Counts.of(0, 0.5, 0.25, 0.25));
    others.add(Ensemble.of(0, 1, 2, 5));
    for (PredictiveDistribution other : others) {
      double expected = 0;
      for (double k = truth.first(); k <= truth.last(); k++) {
        double difference = RelativeCrps.difference(truth, other, k);
        assertThat(Math.abs(difference)).isLessThan(1 + 1e-12);
        expected += truth.probability(k) * difference;
      }
      assertThat(expected).isLessThan(0);
    }
  }
}
