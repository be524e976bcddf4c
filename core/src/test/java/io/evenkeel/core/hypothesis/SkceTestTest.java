package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SkceTestTest {
  private static final double ALPHA = 0.05;
  private static final Stream.Law LAW = Stream.dirichlet(3, 0.5);
  private static final TensorKernel KERNEL =
      ProfileLearner.learn(1, Stream.calibrated(LAW, 1).predictions(100), 1, 1).kernel();

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  private static Observations observations(
      UnaryOperator<PredictiveDistribution> model, int n, long seed) {
    List<Observation> sample = Stream.distorted(LAW, model, seed).next(n);
    return Observations.of(
        sample.stream().map(Observation::prediction).toList(),
        sample.stream().map(Observation::target).toList());
  }

  private static double rejections(
      SkceTest test, UnaryOperator<PredictiveDistribution> model, int n, int repetitions) {
    return LongStream.range(0, repetitions)
            .filter(
                seed ->
                    test.test(KERNEL, observations(model, n, seed), random(seed)).rejects(ALPHA))
            .count()
        / (double) repetitions;
  }

  /** Calibrated ensembles hold their targets too seldom, unless these count among the members. */
  @Test
  void keepsItsLevelForEnsemblesOfTwoThatAreJudgedWithTheirTargets() {
    SkceTest test = SkceTest.withDefaults().with(SkceTest.Method.WILD_BOOTSTRAP);
    int[] rejected = new int[3];
    for (int seed = 0; seed < 50; seed++) {
      Observations calibrated = ensembles(1, seed);
      TensorKernel kernel = ProfileLearner.learn(1, calibrated.predictions(), 1, 1).kernel();
      rejected[0] += test.test(kernel, calibrated, random(seed)).rejects(ALPHA) ? 1 : 0;
      rejected[1] += test.test(kernel, calibrated.judged(), random(seed)).rejects(ALPHA) ? 1 : 0;
      rejected[2] +=
          test.test(kernel, ensembles(2, seed).judged(), random(seed)).rejects(ALPHA) ? 1 : 0;
    }
    assertThat(rejected[0]).isGreaterThan(25);
    assertThat(rejected[1]).isLessThanOrEqualTo(8); // 2.5 and four standard errors of 1.5
    assertThat(rejected[2]).isGreaterThan(25);
  }

  /** Two members and a target of one normal law, or of one with another spread of the target. */
  private static Observations ensembles(double width, long seed) {
    var gaussian = ZigguratSampler.NormalizedGaussian.of(random(seed));
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double centre = 3 * gaussian.sample();
      predictions.add(Ensemble.of(centre + gaussian.sample(), centre + gaussian.sample()));
      targets.add(Target.of(centre + width * gaussian.sample()));
    }
    return Observations.of(predictions, targets);
  }

  /** With 99 replicates the level is exact; four standard errors of the share of 500. */
  @Test
  void hasTheExactLevelEvenForFiveObservations() {
    SkceTest test = SkceTest.withDefaults().withReplicates(99);

    assertThat(rejections(test, UnaryOperator.identity(), 5, 500))
        .isCloseTo(ALPHA, within(4 * Math.sqrt(ALPHA * (1 - ALPHA) / 500)));
  }

  @ParameterizedTest
  @EnumSource
  void findsOverConfidentModels(SkceTest.Method method) {
    SkceTest test = SkceTest.withDefaults().with(method).withReplicates(99);

    assertThat(rejections(test, Stream.temperature(0.2), 100, 20)).isGreaterThan(0.8);
  }

  @Test
  void takesThePValueFromTheRankOfTheStatistic() {
    Replicates replicates = new Replicates(2, new double[] {1, 2, 3, 2 - 1e-13, 0});

    assertThat(replicates.count()).isEqualTo(3);
    assertThat(replicates.pValue()).isEqualTo(4.0 / 6);
  }

  @Test
  void hasTheUnbiasedEstimateAsStatistic() {
    Observations sample = observations(UnaryOperator.identity(), 30, 3);
    double expected = 30 * new Skce(KERNEL).unbiased(sample);

    for (SkceTest.Method method :
        List.of(SkceTest.Method.EXACT, SkceTest.Method.BOOTSTRAP, SkceTest.Method.SPECTRAL)) {
      TestResult result =
          SkceTest.withDefaults().with(method).withReplicates(9).test(KERNEL, sample, random(1));
      assertThat(result.statistic()).isCloseTo(expected, within(1e-13));
    }
  }

  @ParameterizedTest
  @EnumSource
  void hasAPOfOneWithoutAnythingToSee(SkceTest.Method method) {
    SkceTest test = SkceTest.withDefaults().with(method).withReplicates(19);
    Observations certain =
        Observations.of(
            Collections.nCopies(10, Categorical.of(0, 1, 0)),
            Collections.nCopies(10, Target.ofClass(1)));
    Observations one = observations(UnaryOperator.identity(), 1, 1);

    assertThat(test.test(KERNEL, certain, random(1)).pValue()).isEqualTo(1);
    assertThat(test.test(KERNEL, one, random(1)).pValue()).isEqualTo(1);
    assertThat(test.test(KERNEL, one, random(1)).degenerate()).isTrue();
  }

  /** The residuals of the first and last are 0, those of pairs by rounding only not. */
  @Test
  void takesVarianceOfRoundingForNone() {
    TensorKernel kernel =
        new TensorKernel(
            new ExponentialKernel(Distance.TOTAL_VARIATION, 0.05, 0.5), new KroneckerKernel());
    Observations sample =
        Observations.of(
            List.of(
                Categorical.of(0, 0, 1),
                Categorical.of(9.536048412446702e-07, 0.5991682928831991, 0.40083075351195957),
                Categorical.of(0, 1, 0)),
            List.of(Target.ofClass(2), Target.ofClass(2), Target.ofClass(1)));

    GammaApproximation gamma = GammaApproximation.of(kernel, sample);
    assertThat(gamma.mean()).isPositive();
    assertThat(gamma.variance()).isZero();
    assertThat(gamma.shape()).isNaN();
    assertThat(gamma.pValue()).isEqualTo(1);
    assertThat(
            SkceTest.withDefaults()
                .with(SkceTest.Method.GAMMA)
                .test(kernel, sample, random(1))
                .degenerate())
        .isTrue();
  }

  @Test
  void refusesReplicatesThatAreNone() {
    assertThatThrownBy(() -> SkceTest.withDefaults().withReplicates(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }
}
