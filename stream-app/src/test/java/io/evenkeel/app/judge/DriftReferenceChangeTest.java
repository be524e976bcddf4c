package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What a rule of drift compares with when the setting, its file or the life of a series changes.
 */
class DriftReferenceChangeTest {
  private static final long HOUR = 3_600_000;
  private static final int PER_HOUR = 40;
  private static final int DAYS = 24 * 9;
  private static final double USUAL = 40;
  private static final double OTHER = 60;
  private static final Normal PREDICTION = Normal.of(0, 1);
  private static final BudgetShare BUDGET = new BudgetShare(0.01, 720 * HOUR, HOUR, 0.01);

  private final SplittableRandom random = new SplittableRandom(1);
  private final DriftPlan plan = plan();
  private final DriftComparison.First ownDays = new DriftComparison.First(plan, null, false);
  private DriftMonitor.State state = DriftMonitor.State.NONE;

  private static Sketch empty() {
    Profile profile = ProfileLearner.learn(1, List.of(PREDICTION, Normal.of(1, 2)), 2, 1);
    return SketchPlan.of(profile.space(), profile).empty();
  }

  private DriftPlan plan() {
    List<Map<String, Double>> sample = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      sample.add(aged(USUAL));
    }
    return new DriftPlan(
        new PredictionEmbedding(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), List.of(PREDICTION)),
        Features.NONE,
        FeatureLearner.learn(sample, 1, 1),
        FeatureLearner.ofTargets(List.of(PREDICTION), 1));
  }

  private Map<String, Double> aged(double mean) {
    return Map.of("age", mean + 10 * (random.doubles(12).sum() - 6));
  }

  private DriftMoments cases(int n, double age) {
    double[] block = new double[plan.length()];
    for (int i = 0; i < n; i++) {
      plan.add(block, PREDICTION, aged(age));
    }
    return plan.moments(block);
  }

  private DriftComparison.First file(int cases, double age) {
    return new DriftComparison.First(plan, cases(cases, age), true);
  }

  /** Whether the rule has an alarm after so many more hours with cases of this age. */
  private boolean alarms(DriftComparison.First first, int hours, double age) {
    for (int hour = 0; hour < hours; hour++) {
      DriftMonitor monitor =
          DriftMonitor.at(state, Rule.FEATURE_DRIFT, ModelSettings.defaults(), first);
      long start = state.through();
      MergedPane pane =
          new MergedPane(start, PER_HOUR, 0, empty(), cases(PER_HOUR, age), null, List.of());
      monitor.add(pane, start + HOUR, BUDGET);
      state = monitor.state();
    }
    return state.hasAlarm();
  }

  @Test
  void aFileTakesThePlaceOfTheFirstDaysFromTheNextStartOn() {
    assertThat(alarms(ownDays, DAYS, USUAL)).isFalse();
    assertThat(alarms(ownDays, 5, OTHER)).isTrue();

    assertThat(alarms(file(1_000, OTHER), 5, OTHER)).isFalse();
    assertThat(alarms(file(1_000, OTHER), 5, USUAL)).isTrue();
  }

  @Test
  void theFirstDaysTakeThePlaceOfAFileThatIsNoLongerNamed() {
    assertThat(alarms(file(1_000, USUAL), DAYS, USUAL)).isFalse();
    assertThat(state.reference().isEmpty()).isFalse();

    assertThat(alarms(ownDays, 24, OTHER)).isFalse();
    assertThat(state.reference().isEmpty()).isTrue();
    assertThat(alarms(ownDays, DAYS, OTHER)).isFalse();
    assertThat(alarms(ownDays, 5, USUAL)).isTrue();
  }

  @Test
  void aFileWhoseCasesChangeIsComparedWithFromTheNextStartOn() {
    assertThat(alarms(file(1_000, USUAL), 5, OTHER)).isTrue();

    assertThat(alarms(file(2_000, OTHER), 5, OTHER)).isFalse();
  }

  @Test
  void evidenceGoesOnWhereTheFileIsTheSameOrHasTooFewCases() {
    DriftComparison.First file = file(1_000, USUAL);
    assertThat(alarms(file, 5, OTHER)).isTrue();
    assertThat(alarms(file, 1, USUAL)).isTrue();

    state = DriftMonitor.State.NONE;
    assertThat(alarms(ownDays, DAYS, USUAL)).isFalse();
    DriftMonitor.State before = state;
    assertThat(alarms(file(99, OTHER), 5, USUAL)).isFalse();
    assertThat(state.reference()).isEqualTo(before.reference());
  }

  @Test
  void aSeriesThatComesBackIsComparedWithItsReferenceWithoutTheAlarmOfBefore() {
    assertThat(alarms(ownDays, DAYS, USUAL)).isFalse();
    assertThat(alarms(ownDays, 5, OTHER)).isTrue();

    state = state.restartedAt(state.through() + 500 * HOUR);

    assertThat(alarms(ownDays, 24, USUAL)).isFalse();
    assertThat(alarms(ownDays, 5, OTHER)).isTrue();
  }

  @Test
  void aRuleThatWasOffIsComparedWithItsReference() {
    assertThat(alarms(ownDays, DAYS, USUAL)).isFalse();
    assertThat(alarms(ownDays, 5, OTHER)).isTrue();

    state = lookedAtWhileOff(state.through() + 500 * HOUR);

    assertThat(alarms(ownDays, 24, USUAL)).isFalse();
    assertThat(alarms(ownDays, 5, OTHER)).isTrue();
  }

  private DriftMonitor.State lookedAtWhileOff(long at) {
    ModelSettings off = AppConfig.of(Map.of("defaults.alert.feature-drift", "off")).defaults();
    Known known = new Known(null, time -> BUDGET, null, rule -> null, null, new Backoff(true));
    Map<Rule, DriftMonitor.State> from = Map.of(Rule.FEATURE_DRIFT, state);
    DriftWalk walk = new DriftWalk(SeriesKey.whole("m", ""), off, new TreeMap<>(), from, known);
    return Objects.requireNonNull(walk.states(0, at).get(Rule.FEATURE_DRIFT));
  }
}
