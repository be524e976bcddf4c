package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** What judging remembers, at the defaults: 32 test locations, 10 classes; of 20 features. */
class StateSizeTest {
  private static final int LIMIT = 16 * 1024;
  private static final int PANE_LIMIT = 19 * 1024;
  private static final int MONITOR_LIMIT = 128 * 1024;
  private static final int DRIFT_LIMIT = 128 * 1024;
  private static final int CLASSES = 10;
  private static final UniformRandomProvider RANDOM = RandomSource.XO_RO_SHI_RO_128_PP.create(1);

  private static List<PredictiveDistribution> predictions(int n) {
    DirichletSampler sampler = DirichletSampler.symmetric(RANDOM, CLASSES, 0.5);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      predictions.add(Categorical.of(sampler.sample()));
    }
    return predictions;
  }

  private static <T extends SpecificRecord> int size(Class<T> type, T record) {
    return RawAvroSerde.of(type).serializer().serialize("", record).length;
  }

  @Test
  void aSeriesRemembersLessThanSixteenKiB() {
    Profile profile = ProfileLearner.learn(1, predictions(256), 32, 1);
    SketchPlan plan = SketchPlan.of(profile.space(), profile);
    SeriesMonitor monitor =
        SeriesMonitor.at(
            SeriesMonitor.State.NONE, ModelSettings.defaults(), Tolerance.within(0.02));
    References references = References.NONE;
    TreeMap<Long, MergedPane> kept = new TreeMap<>();
    for (int pane = 0; pane < 200; pane++) {
      Sketch sketch = plan.empty();
      predictions(10).forEach(p -> sketch.add(p, Target.ofClass(RANDOM.nextInt(CLASSES))));
      MergedPane merged = new MergedPane(pane, 100, 0, sketch, null, null, List.of());
      kept.put((long) pane, merged);
      references = references.gather(kept, pane + 1, ModelSettings.defaults());
      monitor.add(merged, 12);
    }
    assertThat(monitor.fault(plan)).isPresent();
    assertThat(size(MonitorState.class, SeriesRecords.toRecord(monitor.state())))
        .isBetween(1024, MONITOR_LIMIT);
    assertThat(references.isComplete()).isTrue();
    SeriesMemory memory =
        new SeriesMemory(
            0,
            0,
            Gaps.NONE,
            List.of(),
            monitor.state(),
            references.withCases(Doubles.of(new double[drift(profile, 20).length()])),
            WindowMemory.NONE,
            Map.of(),
            Map.of(),
            List.of(),
            0,
            ExpectedScores.State.NONE);
    assertThat(size(SeriesState.class, SeriesRecords.toRecord(memory))).isBetween(1024, LIMIT);
  }

  private static Map<String, Double> values(int features) {
    Map<String, Double> values = new HashMap<>();
    for (int f = 0; f < features; f++) {
      values.put("feature-" + f, RANDOM.nextDouble());
    }
    return values;
  }

  private static DriftPlan drift(Profile profile, int features) {
    List<Map<String, Double>> sample = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      sample.add(values(features));
    }
    return new DriftPlan(
        ProfileRecords.embedding(profile),
        Features.NONE,
        FeatureLearner.learn(sample, features, 1),
        FeatureLearner.ofTargets(predictions(1), 1));
  }

  @Test
  void aPaneTakesLessThanNineteenKiB() {
    Profile profile = ProfileLearner.learn(1, predictions(256), 32, 1);

    int doubles = SketchPlan.of(profile.space(), profile).length() + drift(profile, 20).length();

    assertThat(doubles * Double.BYTES).isBetween(1024, PANE_LIMIT);
  }

  @Test
  void aFeatureTakesLessThanAnEighthOfAKiBOfAPane() {
    Profile profile = ProfileLearner.learn(1, predictions(256), 32, 1);

    int twenty = drift(profile, 20).length();
    int ten = drift(profile, 10).length();

    assertThat((twenty - ten) / 10 * Double.BYTES).isBetween(64, 128);
  }

  /**
   * While the reference is gathered: hours of the days so far, of the last day, and of this one.
   */
  @Test
  void theMonitorOfDriftOfTwentyFeaturesTakesLessThanAQuarterOfAMiBAndThenHalfOfIt() {
    Profile profile = ProfileLearner.learn(1, predictions(256), 32, 1);
    DriftPlan plan = drift(profile, 20);
    long hour = 3_600_000;
    DriftMonitor monitor =
        DriftMonitor.at(
            DriftMonitor.State.NONE,
            Rule.FEATURE_DRIFT,
            ModelSettings.defaults(),
            new DriftComparison.First(plan, null, false));
    BudgetShare budgetShare = new BudgetShare(0.01, 720 * hour, hour, 0.01);
    int largest = 0;
    for (int pane = 0; pane < 10 * 24; pane++) {
      double[] block = new double[plan.length()];
      predictions(20).forEach(p -> plan.add(block, p, values(20)));
      MergedPane merged =
          new MergedPane(
              pane * hour,
              20,
              0,
              SketchPlan.of(profile.space(), profile).empty(),
              plan.moments(block),
              null,
              List.of());
      monitor.add(merged, (pane + 1) * hour, budgetShare);
      largest = Math.max(largest, monitor.state().toArray().length * Double.BYTES);
    }
    assertThat(monitor.state().reference().isEmpty()).isFalse();
    assertThat(largest).isBetween(1024, 2 * DRIFT_LIMIT);
    assertThat(monitor.state().toArray().length * Double.BYTES).isBetween(1024, DRIFT_LIMIT);
    assertThat(monitor.state().reference().toArray().length * Double.BYTES)
        .isBetween(1024, DRIFT_LIMIT);
    assertThat(
            DriftMonitor.State.of(monitor.state().toArray(), monitor.state().reference().toArray()))
        .isEqualTo(monitor.state());
  }
}
