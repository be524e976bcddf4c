package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockSkceTestTest {
  private static final double ALPHA = 0.05;
  private static final Stream.Law LAW = Stream.dirichlet(3, 0.5);
  private static final Profile PROFILE =
      ProfileLearner.learn(1, Stream.calibrated(LAW, 1).predictions(100), 1, 1);
  private static final TensorKernel KERNEL = PROFILE.kernel();

  private static Observations observations(Stream stream, int n) {
    List<Observation> sample = stream.next(n);
    return Observations.of(
        sample.stream().map(Observation::prediction).toList(),
        sample.stream().map(Observation::target).toList());
  }

  /** Four standard errors of the share of 1000 repetitions. */
  @ParameterizedTest
  @EnumSource
  void keepsItsSizeUnderTheNull(BlockSkceTest.Variance variance) {
    BlockSkceTest test = BlockSkceTest.withDefaults().with(variance);
    double rejected =
        LongStream.range(0, 1000)
                .filter(
                    seed ->
                        test.test(KERNEL, observations(Stream.calibrated(LAW, seed), 200))
                            .rejects(ALPHA))
                .count()
            / 1000.0;

    assertThat(rejected).isCloseTo(ALPHA, within(4 * Math.sqrt(ALPHA * (1 - ALPHA) / 1000)));
  }

  @ParameterizedTest
  @EnumSource
  void rejectsGrossMiscalibration(BlockSkceTest.Variance variance) {
    PredictiveDistribution p = Categorical.of(0.8, 0.1, 0.1);
    Stream.Law wrong = random -> Categorical.of(0.1, 0.8, 0.1);
    Observations sample = observations(Stream.distorted(wrong, truth -> p, 1), 100);

    TestResult result = BlockSkceTest.withDefaults().with(variance).test(KERNEL, sample);

    assertThat(result.rejects(1e-6)).isTrue();
    assertThat(result.n()).isEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource
  void isDegenerateWithoutBlocks(BlockSkceTest.Variance variance) {
    BlockSkceTest test = BlockSkceTest.withDefaults().with(variance);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), PROFILE).empty();

    assertThat(test.test(sketch.blockSkce().orElseThrow()).degenerate()).isTrue();
    assertThat(test.test(KERNEL, observations(Stream.calibrated(LAW, 1), 1)).pValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void isDegenerateForCertainPredictionsThatCameTrue(BlockSkceTest.Variance variance) {
    Observations sample =
        Observations.of(
            Collections.nCopies(40, Categorical.of(0, 1, 0)),
            Collections.nCopies(40, Target.ofClass(1)));

    TestResult result = BlockSkceTest.withDefaults().with(variance).test(KERNEL, sample);

    assertThat(result.degenerate()).isTrue();
    assertThat(result.pValue()).isEqualTo(1);
  }

  /** All pairs are equal: what is left of their empirical variance is rounding. */
  @Test
  void findsNoTinyPInAnEmpiricalVarianceOfZero() {
    PredictiveDistribution p = Categorical.of(0.3, 0.45, 0.25);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), PROFILE).empty();
    for (int i = 0; i < 997; i++) {
      sketch.addPair(p, Target.ofClass(1), p, Target.ofClass(1));
    }

    TestResult result =
        BlockSkceTest.withDefaults()
            .with(BlockSkceTest.Variance.EMPIRICAL)
            .test(sketch.blockSkce().orElseThrow());

    assertThat(result.degenerate()).isTrue();
    assertThat(result.pValue()).isEqualTo(1);
  }

  /** Of six equal members the weights sum to 1 up to rounding. */
  @Test
  void takesRoundingForNoEvidence() {
    List<Ensemble> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double y = Math.sin(i) * 10;
      predictions.add(Ensemble.of(y, y, y, y, y));
      targets.add(Target.of(y));
    }
    Observations perfect = Observations.of(predictions, targets).judged();
    TensorKernel kernel = ProfileLearner.learn(1, perfect.predictions(), 1, 1).kernel();

    assertThat(BlockSkceTest.withDefaults().test(kernel, perfect).degenerate()).isTrue();
  }

  @Test
  void refusesBlocksOfOne() {
    assertThatThrownBy(() -> BlockSkceTest.withDefaults().withBlockSize(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1");
  }
}
