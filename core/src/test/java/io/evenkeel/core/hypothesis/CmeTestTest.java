package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Sketches;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CmeTestTest {
  private static final double ALPHA = 0.05;
  private static final Stream.Law CLASSES = Stream.dirichlet(5, 0.5);
  private static final Profile PROFILE =
      ProfileLearner.learn(1, Stream.calibrated(CLASSES, 1).predictions(100), 10, 1);

  private static Observations observations(Stream stream, int n) {
    List<Observation> sample = stream.next(n);
    return Observations.of(
        sample.stream().map(Observation::prediction).toList(),
        sample.stream().map(Observation::target).toList());
  }

  private static TestResult test(CmeTest test, Observations sample) {
    return test.test(PROFILE.kernel(), PROFILE.locations(), sample);
  }

  private static double rejections(
      CmeTest test, UnaryOperator<PredictiveDistribution> model, int repetitions) {
    return rejections(test, model, 64, repetitions);
  }

  private static double rejections(
      CmeTest test, UnaryOperator<PredictiveDistribution> model, int n, int repetitions) {
    return LongStream.range(0, repetitions)
            .filter(
                seed ->
                    test(test, observations(Stream.distorted(CLASSES, model, seed), n))
                        .rejects(ALPHA))
            .count()
        / (double) repetitions;
  }

  /** Four standard errors of the share of 400 repetitions. */
  @Test
  void keepsItsSizeUnderTheNull() {
    assertThat(rejections(CmeTest.withDefaults(), UnaryOperator.identity(), 400))
        .isCloseTo(ALPHA, within(4 * Math.sqrt(ALPHA * (1 - ALPHA) / 400)));
  }

  /** Where few events are expected near a location the test says little: at n = 64 about half. */
  @Test
  void rejectsOverConfidentModels() {
    assertThat(rejections(CmeTest.withDefaults(), Stream.temperature(0.3), 128, 100))
        .isGreaterThan(0.9);
  }

  @Test
  void saysTheSameOfASketchAsOfPlainData() {
    Stream stream = Stream.calibrated(CLASSES, 5);
    List<Observation> sample = stream.next(80);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(5), PROFILE).empty();
    Sketches.addAll(sketch, sample);

    for (CmeTest.Covariance covariance : CmeTest.Covariance.values()) {
      CmeTest test = CmeTest.withDefaults().with(covariance);
      TestResult streamed = test.test(sketch.cme().orElseThrow());
      TestResult plain = test(test, observations(Stream.calibrated(CLASSES, 5), 80));
      assertThat(streamed.statistic()).isCloseTo(plain.statistic(), within(1e-9));
      assertThat(streamed.rank()).isEqualTo(plain.rank());
      assertThat(streamed.pValue()).isCloseTo(plain.pValue(), within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource
  void isDegenerateWithoutObservations(CmeTest.Covariance covariance) {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(5), PROFILE).empty();

    TestResult result = CmeTest.withDefaults().with(covariance).test(sketch.cme().orElseThrow());

    assertThat(result).isEqualTo(new TestResult(0, 1, 0, 0, true));
  }

  @ParameterizedTest
  @EnumSource
  void isDegenerateForCertainPredictionsThatCameTrue(CmeTest.Covariance covariance) {
    PredictiveDistribution p = Categorical.of(0, 1, 0, 0, 0);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(5), PROFILE).empty();
    Collections.nCopies(50, p).forEach(q -> sketch.add(q, Target.ofClass(1)));

    TestResult result = CmeTest.withDefaults().with(covariance).test(sketch.cme().orElseThrow());

    assertThat(result.degenerate()).isTrue();
    assertThat(result.pValue()).isEqualTo(1);
  }

  /** In units of the kernel the predictions are points: their null variance is rounding. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-10, 1e-9, 1e-8, 1e-7})
  void findsNoTinyPInPredictionsFarNarrowerThanTheKernel(double sd) {
    Stream.Law narrow = random -> Normal.of(random.nextDouble(), sd);
    List<PredictiveDistribution> wide = Stream.calibrated(Stream.normals(1), 1).predictions(100);
    Profile profile = ProfileLearner.learn(1, wide, 32, 1);
    for (int seed = 0; seed < 50; seed++) {
      Observations sample = observations(Stream.calibrated(narrow, seed), 64);

      TestResult result =
          CmeTest.withDefaults().test(profile.kernel(), profile.locations(), sample);

      assertThat(result.pValue()).isGreaterThan(1e-4);
    }
  }

  /** The features are constant: their empirical variance is rounding, and says nothing. */
  @ParameterizedTest
  @EnumSource(names = {"EMPIRICAL", "EMPIRICAL_CHI_SQUARED"})
  void findsNoTinyPInAnEmpiricalVarianceOfZero(CmeTest.Covariance covariance) {
    PredictiveDistribution p = Categorical.of(0.1, 0.2, 0.3, 0.15, 0.25);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(5), PROFILE).empty();
    Collections.nCopies(997, p).forEach(q -> sketch.add(q, Target.ofClass(1)));
    CmeTest test = CmeTest.withDefaults().with(covariance);

    TestResult streamed = test.test(sketch.cme().orElseThrow());
    TestResult plain =
        test(
            test,
            Observations.of(
                Collections.nCopies(997, p), Collections.nCopies(997, Target.ofClass(1))));

    assertThat(streamed.pValue()).isEqualTo(1);
    assertThat(plain.pValue()).isEqualTo(1);
  }

  @Test
  void hasAnEmpiricalPOfOneForFewerObservationsThanRank() {
    Observations few = observations(Stream.calibrated(CLASSES, 3), 3);

    TestResult result = test(CmeTest.withDefaults().with(CmeTest.Covariance.EMPIRICAL), few);

    assertThat(result.pValue()).isGreaterThan(0.01);
    assertThat(result.rank()).isLessThan(3);
  }

  @Test
  void worksForNormals() {
    Profile profile =
        ProfileLearner.learn(1, Stream.calibrated(Stream.normals(1), 1).predictions(100), 10, 1);
    Observations biased =
        observations(Stream.distorted(Stream.normals(1), Stream.moved(1, 1), 2), 100);

    TestResult result = CmeTest.withDefaults().test(profile.kernel(), profile.locations(), biased);

    assertThat(result.rejects(0.001)).isTrue();
  }

  @Test
  void refusesTolerancesThatKeepNothingOrEverything() {
    assertThatThrownBy(() -> CmeTest.withDefaults().withTolerance(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.0");
    assertThatThrownBy(() -> CmeTest.withDefaults().withTolerance(Double.NaN))
        .hasMessageContaining("NaN");
  }

  /**
   * 500 even chances that come out even, and 330 of one in a thousand of which three come true, so
   * that every location counts for the even ones. Three or more come with a chance of 0.0048.
   */
  @Test
  void isNotCarriedAwayByRareEventsBehindCommonOnes() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 830; i++) {
      boolean isEven = i < 500;
      predictions.add(isEven ? Categorical.of(0.5, 0.5) : Categorical.of(0.999, 0.001));
      targets.add(Target.ofClass(isEven ? i % 2 : i < 503 ? 1 : 0));
    }
    Profile profile = ProfileLearner.learn(1, predictions, 10, 1);
    Observations sample = Observations.of(predictions, targets);

    double p = CmeTest.withDefaults().test(profile.kernel(), profile.locations(), sample).pValue();

    assertThat(p).isBetween(0.0048, 0.5);
  }
}
