package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.Test;

class DriftSumsTest {
  private static final SeriesKey SERIES = SeriesKey.whole("m", "");
  private static final Categorical PREDICTION = Categorical.of(0.4, 0.6);

  private final MapStore<ValueAndTimestamp<Profile>> profiles = new MapStore<>("profiles");
  private final DriftSums sums =
      new DriftSums(
          new MapStore<>("drift"), new Profiles(profiles, model -> 1e-4, new SharedProfiles()));

  /** One that watches no feature. */
  private static Profile profile() {
    List<PredictiveDistribution> sample =
        IntStream.range(1, 10)
            .<PredictiveDistribution>mapToObj(i -> Categorical.of(0.1 * i, 1 - 0.1 * i))
            .toList();
    var learned = ProfileLearner.learn(1, sample, 4, 1);
    DriftPlan plan =
        new DriftPlan(
            ProfileRecords.embedding(learned),
            Features.NONE,
            Features.NONE,
            FeatureLearner.ofTargets(sample, 1));
    return ProfileRecords.toRecord(SERIES, 0, learned, plan, new double[plan.length()]);
  }

  private void count(PaneKey pane, Labelled one, boolean takeBack) {
    sums.predicted(pane, 1, new Predicted(one.prediction(), Map.of(), one.ofSeveral()), 0);
    sums.labelled(pane, 1, one, 1);
    if (takeBack) {
      sums.takeBack(pane, 1, one);
    }
  }

  @Test
  void aCaseOfSeveralSeriesCountsInEachAsIfItWereOfOne() {
    profiles.put(SERIES.modelKey(), ValueAndTimestamp.make(profile(), 0));
    PaneKey alone = new PaneKey(SERIES, 0);
    PaneKey first = new PaneKey(new SeriesKey("m", "", "a=1"), 0);
    PaneKey second = new PaneKey(new SeriesKey("m", "", "b=2"), 0);
    for (int i = 1; i < 10; i++) {
      Labelled one =
          new Labelled(
              Categorical.of(0.1 * i, 1 - 0.1 * i),
              Target.ofClass(i % 2),
              Outcome.OWN,
              new byte[0],
              false);
      count(alone, one, i == 3);
      Labelled shared = one.countedIn(2);
      count(first, shared, i == 3);
      count(second, shared, i == 3);
    }

    assertThat(sums.of(first)).containsExactly(sums.of(alone), within(1e-12)).isNotEmpty();
    assertThat(sums.of(second)).isEqualTo(sums.of(first));
  }

  /** Names that are invented anew with each prediction would fill the memory and the log. */
  @Test
  void namesABoundedNumberOfFeaturesThatAreNotWatched() {
    profiles.put(SERIES.modelKey(), ValueAndTimestamp.make(profile(), 0));
    int panes = 2 * DriftSums.MOST_NAMED / 1000;
    for (int pane = 0; pane < panes; pane++) {
      Map<String, Double> features = new HashMap<>();
      for (int i = 0; i < 1000; i++) {
        features.put("feature-" + pane + "-" + i, 1.0);
      }
      sums.predicted(new PaneKey(SERIES, pane), 1, new Predicted(PREDICTION, features, false), 0);
    }

    assertThat(sums.named()).isEqualTo(DriftSums.MOST_NAMED);
    assertThat(sums.of(new PaneKey(SERIES, panes - 1))).isNotEmpty();
  }
}
