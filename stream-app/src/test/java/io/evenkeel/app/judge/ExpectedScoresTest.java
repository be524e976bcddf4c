package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.verdict.Foretold;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Windows of an hour, whose panes are those of a stream without an end. */
class ExpectedScoresTest {
  private static final TargetSpace SPACE = TargetSpace.classes(2);
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;

  private final SplittableRandom random = new SplittableRandom(5);
  private final NavigableMap<Long, MergedPane> panes = new TreeMap<>();
  private ExpectedScores.State state = ExpectedScores.State.NONE;
  private long finalThrough;
  private int most;

  private static ModelSettings settings(String... others) {
    Map<String, String> all = new HashMap<>();
    all.put("defaults.window.size", "1h");
    all.put("defaults.window.advance", "1h");
    all.put("defaults.window.grace", "0s");
    for (String other : others) {
      int equals = other.indexOf('=');
      all.put(other.substring(0, equals), other.substring(equals + 1));
    }
    return AppConfig.of(all).defaults();
  }

  /** Predictions of .7 and .3, which come true as often as they say. */
  private MergedPane pane(long hour, boolean isLabelled) {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(SPACE);
    double[] labelled = new double[moments.length()];
    double[] forecasts = new double[moments.forecastLength()];
    for (int i = 0; i < 100; i++) {
      double p = random.nextBoolean() ? 0.7 : 0.3;
      Categorical prediction = Categorical.of(1 - p, p);
      Target target = Target.ofClass(random.nextDouble() < p ? 1 : 0);
      moments.accumulator(labelled, 0).add(prediction, target, isLabelled ? 1 : 0);
      moments.forecasts(forecasts, 0).add(prediction, 1);
    }
    ScoreSums sums = new ScoreSums(moments, forecasts, labelled);
    return new MergedPane(
        hour * HOUR, 100, 0, SketchPlan.of(SPACE, null).empty(), null, sums, List.of());
  }

  /**
   * Goes on by an hour, of which the state is all that is remembered.
   *
   * @param wait hours until labels are final
   */
  private Optional<Foretold> next(ModelSettings settings, long hour, long wait) {
    return next(settings, pane(hour, true), wait);
  }

  private Optional<Foretold> next(ModelSettings settings, MergedPane pane, long wait) {
    long hour = pane.start() / HOUR;
    panes.put(hour * HOUR, pane);
    long end = (hour + 1) * HOUR;
    ExpectedScores scores =
        new ExpectedScores(settings, panes, ExpectedScores.State.of(state.toArray()));
    scores.advance(
        new Watermarks.Watermark(end, end - wait * HOUR, end - wait * HOUR, end, true),
        finalThrough,
        any -> true);
    finalThrough = end - wait * HOUR;
    state = scores.state();
    assertThat(ExpectedScores.State.of(state.toArray())).isEqualTo(state);
    most = Math.max(most, state.awaited().size());
    panes.headMap(finalThrough - 2 * HOUR).clear();
    return scores.at(end);
  }

  private static boolean isSaid(Optional<Foretold> foretold) {
    return foretold.stream()
        .flatMap(all -> all.losses().stream())
        .anyMatch(loss -> loss.abstention().isEmpty());
  }

  @Test
  void remembersLittleHoweverLongLabelsAreAwaited() {
    ModelSettings settings = settings("defaults.labels.wait=30d");
    int first = 0;

    for (int hour = 0; hour < 80 * DAY; hour++) {
      Optional<Foretold> said = next(settings, hour, 30 * DAY);
      first = first == 0 && isSaid(said) ? hour : first;
    }

    assertThat(most).isBetween(15, 17);
    assertThat(state.toArray().length * Double.BYTES).isLessThan(6 * 1024);
    // The first that rest on labels are made after a wait, checked after another, and eight of
    // them.
    assertThat(first / DAY).isBetween(60, 80);
  }

  /** A batch at eight each day, so that no window ends at midnight. */
  @Test
  void checksWindowsOfPredictionsThatComeOnceInAWhile() {
    ModelSettings settings = settings("defaults.window.size=24h", "defaults.labels.wait=1h");
    boolean said = false;

    for (int day = 0; day < 30; day++) {
      said |= isSaid(next(settings, 24 * day + 8, 1));
    }

    assertThat(said).isTrue();
  }

  @Test
  void restsOnLabelsOfAsLongBeforeAsTheyAreAwaited() {
    ModelSettings settings = settings("defaults.labels.wait=90m");

    for (int hour = 0; hour < 40; hour++) {
      Optional<Foretold> said = next(settings, hour, 2);
      if (hour > 2) {
        assertThat(said.orElseThrow().labelledThrough()).isEqualTo((hour - 1) * HOUR);
      }
    }
  }

  @Test
  void saysWhenLabelsHaveStopped() {
    ModelSettings settings = settings("defaults.labels.wait=1h");
    for (int hour = 0; hour < 40; hour++) {
      Optional<Foretold> said = next(settings, pane(hour, hour < 20), 1);
      if (hour > 25) {
        assertThat(said.orElseThrow().labelledThrough()).isEqualTo(20 * HOUR);
      }
    }
  }

  @Test
  void readsTheStateOfBeforeItKnewWhichPanesHaveLabels() {
    double[] former = {50, 40, 2, 3, 0.5, 0.6, 60, 1, 2, 3};

    ExpectedScores.State read = ExpectedScores.State.of(former);

    assertThat(read.labelledThrough()).isEqualTo(40);
    assertThat(read.monitor().toArray()).containsExactly(0.5, 0.6);
    assertThat(read.awaited()).containsExactly(Map.entry(60L, Doubles.of(new double[] {1, 2, 3})));
    assertThat(ExpectedScores.State.of(read.toArray())).isEqualTo(read);
  }

  @Test
  void restsOnAllThatIsFinalWhereCoverageMakesPanesFinalSooner() {
    ModelSettings settings =
        settings("defaults.labels.wait=30d", "defaults.labels.min-coverage=0.8");

    for (int hour = 0; hour < 40; hour++) {
      Optional<Foretold> said = next(settings, hour, 1);
      if (hour > 2) {
        assertThat(said.orElseThrow().labelledThrough()).isEqualTo((hour - 1) * HOUR);
      }
    }
  }

  @Test
  void learnsFromNoPaneTwice() {
    ModelSettings settings = settings("defaults.labels.wait=1h");
    for (int hour = 0; hour < 20; hour++) {
      next(settings, hour, 1);
    }
    ExpectedScores.State before = state;

    ExpectedScores scores = new ExpectedScores(settings, panes, before);
    scores.advance(
        new Watermarks.Watermark(20 * HOUR, 19 * HOUR, 19 * HOUR, 20 * HOUR, true),
        finalThrough,
        pane -> true);

    assertThat(scores.state()).isEqualTo(before);
  }
}
