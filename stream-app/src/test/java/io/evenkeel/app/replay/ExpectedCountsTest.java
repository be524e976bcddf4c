package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.core.prediction.Categorical;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedCountsTest {
  private static final ModelSettings SETTINGS =
      AppConfig.of(
              Map.of(
                  "models.m.window.size", "20m",
                  "models.m.window.advance", "10m",
                  "models.m.labels.wait", "5m",
                  "models.m.segments", "country"))
          .model("m");

  @Test
  void countsEachPredictionInEveryWindowThatHoldsItAndEndsWithAPaneOfPredictions() {
    EventSource source = EventSource.of(Cases.everyMinute("m", 15, Duration.ofMinutes(1)));

    assertThat(ExpectedCounts.of(source, model -> SETTINGS))
        .containsExactly(
            Map.entry(window("", -10), new Count(10, 10)),
            Map.entry(window("", 0), new Count(15, 15)));
  }

  @Test
  void countsLabelsKnownUntilTheWaitAfterThePane() {
    // The pane ends at 10 min; labels of minute i are known at 14 + i min, until 15 min in time.
    EventSource source = EventSource.of(Cases.everyMinute("m", 3, Duration.ofMinutes(14)));

    assertThat(ExpectedCounts.of(source, model -> SETTINGS))
        .containsEntry(window("", -10), new Count(3, 2));
  }

  @Test
  void countsSegmentsBesideTheWholeModel() {
    PredictionEvent prediction =
        new PredictionEvent(
            "1",
            "m",
            "",
            Cases.START.toEpochMilli(),
            Map.of("country", "DE", "colour", "red"),
            Map.of(),
            Categorical.of(0.5, 0.5));
    List<Case> cases = List.of(new Case(prediction, List.of()));

    assertThat(ExpectedCounts.of(EventSource.of(cases::stream), model -> SETTINGS))
        .containsOnlyKeys(window("", -10), window("country=DE", -10));
  }

  @Test
  void isUntouchedByOrderDuplicatesAndCorrections() {
    CaseSource cases = Cases.everyMinute("m", 200, Duration.ofSeconds(150));
    Trouble trouble = new Trouble(3, null, 0.05, 0.1, 0, 0.1);

    assertThat(ExpectedCounts.of(EventSource.of(cases).with(trouble), model -> SETTINGS))
        .isEqualTo(ExpectedCounts.of(EventSource.of(cases), model -> SETTINGS));
  }

  @Test
  void countsALabelByTheFirstTimeItWasKnown() {
    PredictionEvent prediction = Cases.prediction("m", "1", Cases.START);
    LabelEvent first = label(0, 14);
    LabelEvent correction = label(1, 60);
    List<Case> cases = List.of(new Case(prediction, List.of(first, correction)));

    assertThat(ExpectedCounts.of(EventSource.of(cases::stream), model -> SETTINGS))
        .containsEntry(window("", -10), new Count(1, 1));
  }

  private static LabelEvent label(int revision, int minutes) {
    long knownAt = Cases.START.plus(Duration.ofMinutes(minutes)).toEpochMilli();
    return new LabelEvent("1", knownAt, revision, new RawTarget.Index(revision));
  }

  private static Window window(String segment, int minutes) {
    Instant start = Cases.START.plus(Duration.ofMinutes(minutes));
    return new Window("m", "", segment, start);
  }
}
