package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the tests of a window see of a fault with a profile that was learned in a quiet night: p of
 * the window is uniform, its log-odds are off by 0.5; the log-odds of the night are N(odds, 1/4).
 */
@Tag("simulation")
class QuietNightSimulationTest {
  private static final int REPETITIONS = 1000;
  private static final int LEARNED_FROM = 256;
  private static final int LABELS = 500;

  /** Labels of the sample of a window whose predictions are learned from once more. */
  private static final int SAMPLE = 128;

  private static final int LOCATIONS = 32;
  private static final double ALPHA = 0.05;

  /** Below this a verdict says that the profile is of other predictions. */
  private static final double NEAR = 0.25;

  private static final SimulatedFault FAULT =
      SimulatedFault.Kind.BINARY.with(Parameter.CLASS_LOG_ODDS, 0.5);
  private static final SimulatedFault RIGHT =
      SimulatedFault.Kind.BINARY.with(Parameter.CLASS_LOG_ODDS, 0);
  private static final Table TABLE =
      new Table(
          "quiet_night",
          "log_odds_learned_from",
          "nearness",
          "cme_rejected",
          "block2_rejected",
          "cme_of_sample_rejected",
          "cme_of_right_sample_rejected");

  /**
   * How near the window was, and whether each test rejected: 1 or 0, or the mean of these. The CME
   * test of a sample is with a profile of the sample's predictions; {@code falsely} that of
   * predictions which are right.
   */
  private record Seen(
      double nearness, double byCme, double byBlock, double bySample, double falsely) {}

  private static Categorical quiet(UniformRandomProvider random, double logOdds) {
    double z = logOdds + ZigguratSampler.NormalizedGaussian.of(random).sample() / 2;
    double p = 1 / (1 + Math.exp(-z));
    return Categorical.of(1 - p, p);
  }

  @Test
  void theTestsOfAWindowSeeLittleWithAProfileOfOtherPredictions() {
    Seen own = seen("own", seed -> FAULT.stream(seed).predictions(LEARNED_FROM));
    for (int logOdds = -1; logOdds >= -6; logOdds--) {
      int odds = logOdds;
      Seen night =
          seen(
              "" + odds,
              seed ->
                  Stream.calibrated(random -> quiet(random, odds), seed).predictions(LEARNED_FROM));
      assertThat(night.byCme)
          .isLessThan(own.byCme * (night.nearness < 0.1 ? 0.1 : night.nearness < NEAR ? 0.6 : 1));
      if (night.nearness < 0.1) {
        assertThat(night.bySample).isGreaterThan(10 * night.byCme);
      }
      assertThat(night.falsely).isLessThan(1.5 * ALPHA);
    }
  }

  /** The means of all repetitions. */
  private static Seen seen(String night, LongFunction<List<PredictiveDistribution>> learnedFrom) {
    List<Seen> all =
        IntStream.range(0, REPETITIONS)
            .parallel()
            .mapToObj(repetition -> seen(learnedFrom.apply(-1 - repetition), repetition))
            .toList();
    Seen mean =
        new Seen(
            all.stream().mapToDouble(Seen::nearness).average().orElseThrow(),
            all.stream().mapToDouble(Seen::byCme).average().orElseThrow(),
            all.stream().mapToDouble(Seen::byBlock).average().orElseThrow(),
            all.stream().mapToDouble(Seen::bySample).average().orElseThrow(),
            all.stream().mapToDouble(Seen::falsely).average().orElseThrow());
    TABLE.add(night, mean.nearness, mean.byCme, mean.byBlock, mean.bySample, mean.falsely);
    return mean;
  }

  private static Seen seen(List<PredictiveDistribution> learnedFrom, int repetition) {
    Profile profile = ProfileLearner.learn(1, learnedFrom, LOCATIONS, repetition);
    List<Observation> window = FAULT.stream(repetition).next(LABELS);
    Sketch sketch = SketchPlan.of(profile.space(), profile).empty();
    Sketches.addAll(sketch, window);
    PredictionEmbedding embedding =
        new PredictionEmbedding(
            profile.kernel().predictions(),
            profile.locations().stream().map(TestLocation::prediction).toList());
    return new Seen(
        embedding
            .moments(window.stream().map(Observation::prediction).toList())
            .nearness(embedding.moments(learnedFrom)),
        rejects(CmeTest.withDefaults().test(sketch.cme().orElseThrow())),
        rejects(BlockSkceTest.withDefaults().test(sketch.blockSkce().orElseThrow())),
        rejects(ofSample(window.subList(0, SAMPLE), repetition)),
        rejects(ofSample(RIGHT.stream(repetition).next(SAMPLE), repetition)));
  }

  private static TestResult ofSample(List<Observation> sample, int repetition) {
    List<PredictiveDistribution> predictions =
        sample.stream().map(Observation::prediction).toList();
    Profile profile = ProfileLearner.learn(1, predictions, LOCATIONS, repetition);
    Sketch sketch = SketchPlan.of(profile.space(), profile).empty();
    Sketches.addAll(sketch, sample);
    return CmeTest.withDefaults().test(sketch.cme().orElseThrow());
  }

  private static double rejects(TestResult result) {
    return result.rejects(ALPHA) ? 1 : 0;
  }
}
