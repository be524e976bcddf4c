package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Comparison;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which cases of a comparison count, and until when they are known. */
class ComparedCasesTopologyTest extends ComparisonScenario {
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1})
  void countsOneCaseOfASharedOutcome(double weight) {
    for (int i = 0; i < 10; i++) {
      champion(shared("a" + i, "1", 0.6, weight));
      challenger(shared("a" + i, "2", 0.9, weight));
      label("a" + i, 1);
    }

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void countsNoCaseWhoseOutcomeMayBeSharedAndHasNoName() {
    start(AVRO, "defaults.labels.rows-per-outcome=4");
    complete("a", 0.6, 0.9, 1);
    settle();

    assertThat(comparisons).isEmpty();
  }

  @Test
  void countsPanesWhoseTargetsDoNotOverlap() {
    start(AVRO, "defaults.labels.lag=4h");
    for (int hour = 0; hour < 24; hour++) {
      String id = "a" + hour;
      Instant madeAt = MADE.plus(Duration.ofHours(hour));
      champion(event(id, "1", madeAt, binary(0.6)));
      challenger(event(id, "2", madeAt, binary(0.9)));
      label(id, madeAt.plus(Duration.ofHours(4)), 0, new RawTarget.Index(1));
    }

    int panes = config.model("churn").overlap().panes();
    assertThat(panes).isGreaterThan(3);
    assertThat(newest().getN()).isEqualTo((24 + panes - 1) / panes);
  }

  @Test
  void forgetsSharedOutcomesWhoseLabelsAreIn() {
    champion(shared("a", "1", 0.6, 0));
    challenger(shared("a", "2", 0.9, 0));
    label("a", 1);
    Instant later = MADE.plus(Duration.ofDays(3));
    champion(event("b", "1", later, binary(0.6)));
    challenger(event("b", "2", later, binary(0.9)));
    assertThat(keys(StoreNames.OUTCOMES)).containsExactly(KEY + "|match");
    label("b", later, 0, new RawTarget.Index(1));
    settle();
    driver().advanceWallClockTime(Duration.ofMinutes(50));
    assertThat(keys(StoreNames.OUTCOMES)).containsExactly(KEY + "|match");
    driver().advanceWallClockTime(Duration.ofMinutes(70));

    assertThat(keys(StoreNames.OUTCOMES)).isEmpty();
  }

  /** As of a partition that is read later than others. */
  @Test
  void countsNoFurtherCaseOfAnOutcomeThatCompletesAfterLaterOnes() {
    champion(shared("a", "1", 0.6, 0));
    challenger(shared("a", "2", 0.9, 0));
    label("a", 1);
    goOn("b", Duration.ofDays(3));
    settle();
    champion(shared("c", "1", 0.6, 0));
    challenger(shared("c", "2", 0.9, 0));
    label("c", 1);

    assertThat(newest().getN()).isEqualTo(2);
  }

  /** The pane ends after an hour, the wait is a day, grace a minute and patience an hour. */
  private void goOn(String id, Duration after) {
    Instant madeAt = MADE.plus(after);
    champion(event(id, "1", madeAt, binary(0.6)));
    challenger(event(id, "2", madeAt, binary(0.9)));
    label(id, madeAt, 0, new RawTarget.Index(1));
    settle();
  }

  @Test
  void forgetsACaseWhenAllTopicsHaveGoneOnForLongEnough() {
    champion("a", 0.6);
    complete("b", 0.6, 0.9, 1);
    goOn("c", Duration.ofHours(26));
    assertThat(keys(StoreNames.CASES)).hasSize(3);
    goOn("d", Duration.ofHours(27).plusMinutes(2));

    assertThat(keys(StoreNames.CASES)).containsExactlyInAnyOrder("c", "d");
    challenger("a", 0.9);
    label("a", 1);
    assertThat(newest().getN()).isEqualTo(3);
  }

  @Test
  void countsAllCasesOfTopicsThatAreReadOneAfterTheOther() {
    List<Instant> times =
        IntStream.range(0, 10).mapToObj(day -> MADE.plus(Duration.ofDays(day))).toList();
    times.forEach(time -> champion(event("a" + time, "1", time, binary(0.6))));
    settle();
    times.forEach(time -> challenger(event("a" + time, "2", time, binary(0.9))));
    settle();
    times.forEach(time -> label("a" + time, time, 0, new RawTarget.Index(1)));

    assertThat(newest().getN()).isEqualTo(10);
  }

  private static PredictionEvent of(String model, String id, String version, Instant madeAt) {
    return new PredictionEvent(
        id, model, version, madeAt.toEpochMilli(), Map.of(), Map.of(), binary(0.6));
  }

  @Test
  void countsAllCasesOfModelsWhoseLabelsAreReadOneAfterTheOther() {
    List<Instant> times =
        IntStream.range(0, 10).mapToObj(day -> MADE.plus(Duration.ofDays(day))).toList();
    List<String> models = List.of("churn", "fraud");
    for (String model : models) {
      times.forEach(time -> champion(of(model, model + time, "1", time)));
      times.forEach(time -> challenger(of(model, model + time, "2", time)));
    }
    for (String model : models) {
      times.forEach(time -> label(model + time, time, 0, new RawTarget.Index(1)));
      settle();
    }

    assertThat(comparisons).extracting(Comparison::getModel).containsExactlyElementsOf(models);
    assertThat(comparisons).extracting(Comparison::getN).containsExactly(10L, 10L);
  }

  @Test
  void goesByTheTimesOfLabelsThatCameBeforeTheirPredictions() {
    goOn("a", Duration.ZERO);
    label("b", MADE.plus(Duration.ofDays(3)), 0, new RawTarget.Index(1));
    assertThat(keys(StoreNames.CASES)).containsExactlyInAnyOrder("a", "b");
    champion(event("b", "1", MADE.plus(Duration.ofDays(3)), binary(0.6)));
    challenger(event("b", "2", MADE.plus(Duration.ofDays(3)), binary(0.9)));
    settle();

    assertThat(keys(StoreNames.CASES)).containsExactly("b");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void forgetsModelsOfWhichNothingComes(boolean isRestarted) {
    String[] settings = {AVRO, "limits.models=1"};
    start(settings);
    champion("a", 0.6);
    champion(of("fraud", "b", "1", MADE));
    assertThat(keys(StoreNames.CASES)).containsExactly("a");
    if (isRestarted) {
      restart(settings);
    }
    driver().advanceWallClockTime(Duration.ofDays(59));
    settle();
    assertThat(keys(StoreNames.CASES)).containsExactly("a");
    driver().advanceWallClockTime(Duration.ofDays(2));
    settle();

    assertThat(keys(StoreNames.CASES)).isEmpty();
    champion(of("fraud", "b", "1", MADE));
    assertThat(keys(StoreNames.CASES)).containsExactly("b");
  }

  @Test
  void forgetsByTheClockWhatTheChallengerDoesNotPredict() {
    champion("a", 0.6);
    label("a", 1);
    champion(event("b", "1", MADE.plus(Duration.ofDays(3)), binary(0.6)));
    driver().advanceWallClockTime(Duration.ofMinutes(59));
    assertThat(keys(StoreNames.CASES)).hasSize(2);
    driver().advanceWallClockTime(Duration.ofMinutes(2));

    assertThat(keys(StoreNames.CASES)).containsExactly("b");
  }

  @Test
  void eventsOfOneModelAndBadOnesForgetNothingOfAnother() {
    champion("a", 0.6);
    champion(
        new PredictionEvent(
            "x", "fraud", "1", STARTED.toEpochMilli(), Map.of(), Map.of(), binary(0.5)));
    input("shadow").pipeInput("y", new byte[] {1}, STARTED);
    label("z", STARTED, 0, new RawTarget.Index(1));
    settle();

    challenger("a", 0.9);
    label("a", 1);
    assertThat(newest().getN()).isEqualTo(1);
  }

  /**
   * Its label, the champion's prediction, and the challenger's come from one topic after another.
   */
  @Test
  void aCaseWhoseLabelCameLongAgoHasTheWholePatienceForItsPredictions() {
    label("a", 1);
    driver().advanceWallClockTime(Duration.ofHours(2));
    champion("a", 0.6);
    champion(event("b", "1", MADE.plus(Duration.ofDays(3)), binary(0.6)));
    driver().advanceWallClockTime(Duration.ofMinutes(5));
    challenger("a", 0.9);
    settle();

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void forgetsALabelWhosePredictionsNeverCome() {
    start(AVRO, "monitor.early-label-wait=2m");
    label("a", 1);
    settle();
    assertThat(keys(StoreNames.CASES)).hasSize(1);
    driver().advanceWallClockTime(Duration.ofMinutes(3));

    assertThat(keys(StoreNames.CASES)).isEmpty();
  }

  @Test
  void forgetsALabelWhosePredictionsNeverComeHoweverOftenItIsRestarted() {
    label("a", 1);
    restartAfter(Duration.ofHours(20), AVRO);
    restartAfter(Duration.ofHours(40), AVRO);
    driver().advanceWallClockTime(Duration.ofMinutes(59));
    assertThat(keys(StoreNames.CASES)).hasSize(1);
    driver().advanceWallClockTime(Duration.ofMinutes(2));

    assertThat(keys(StoreNames.CASES)).isEmpty();
  }

  /** The label was read before a stop, its predictions came meanwhile. */
  @Test
  void aLabelGoesOnWaitingForItsPredictionsAfterALongStop() {
    start(AVRO, "monitor.early-label-wait=2m");
    label("a", 1);
    restartAfter(Duration.ofDays(3), AVRO, "monitor.early-label-wait=2m");
    driver().advanceWallClockTime(Duration.ofMinutes(1));
    champion("a", 0.6);
    challenger("a", 0.9);

    assertThat(newest().getN()).isEqualTo(1);
  }
}
