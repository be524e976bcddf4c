package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FixedReferencesTest {
  private final AppConfig config = AppConfig.of(Map.of());
  private final FixedReferences references =
      new FixedReferences(
          config,
          new Profiles(new MapStore<>("profiles"), model -> 1e-4, new SharedProfiles()),
          ReferenceFiles.read(config));

  /** A plan of as many features as may be watched. */
  private static DriftPlan plan() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    List<Map<String, Double>> features = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double p = 0.1 + 0.08 * i;
      sample.add(Categorical.of(p, 1 - p));
      Map<String, Double> values = new TreeMap<>();
      for (int feature = 0; feature < 1000; feature++) {
        values.put("feature-" + feature, (double) (i * feature % 7));
      }
      features.add(values);
    }
    return new DriftPlan(
        ProfileRecords.embedding(ProfileLearner.learn(1, sample, 4, 1)),
        Features.NONE,
        FeatureLearner.learn(features, 1000, 1),
        FeatureLearner.ofTargets(sample, 1));
  }

  private void remember(int series, DriftReference.Fixed sums) {
    references.remember(SeriesKey.whole("m" + series, ""), sums);
  }

  @Test
  void remembersABoundedNumberOfSumsHoweverManyFeaturesThereAre() {
    DriftPlan plan = plan();
    var moments = plan.moments(new double[plan.length()]);
    DriftReference.Fixed sums = new DriftReference.Fixed(plan, moments, moments, 0, "");
    int room = FixedReferences.MOST_REMEMBERED / plan.length();

    for (int series = 0; series < room; series++) {
      remember(series, sums);
      remember(series, sums);
    }
    assertThat(references.remembered()).isEqualTo((long) room * plan.length());

    remember(room, sums);
    assertThat(references.remembered()).isEqualTo(plan.length());
  }
}
