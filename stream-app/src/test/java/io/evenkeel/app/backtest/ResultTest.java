package io.evenkeel.app.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.LabelDelays;
import io.evenkeel.app.wording.Times;
import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Severity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static Alert alert(AlertState state, AlertChange change) {
    return Alert.newBuilder()
        .setFingerprint("f")
        .setModel("churn")
        .setVersion("7")
        .setSegment("country=DE")
        .setRule("any-rule")
        .setState(state)
        .setChange(change)
        .setStartsAt(NOON)
        .setRaisedAt(NOON)
        .setUpdatedAt(NOON)
        .setEndsAt(null)
        .setSummary("over-confident")
        .setDescription("")
        .setCases(100)
        .setSeverity(Severity.WARNING)
        .setLogEvidence(Double.POSITIVE_INFINITY)
        .setLogThreshold(4.5)
        .build();
  }

  @Test
  void tellsThatAnAlertBecomesQuietOrLoudFromItsBeginning() {
    Alert began = alert(AlertState.FIRING, AlertChange.BEGAN);
    AlertLog log = new AlertLog();
    log.add(NOON, began);
    log.add(NOON, Alert.newBuilder(began).setInhibitedBy("whole-model").build());
    log.add(NOON, Alert.newBuilder(began).build());
    log.add(NOON, Alert.newBuilder(began).setSilencedBy("holidays").build());
    log.add(NOON, alert(AlertState.RESOLVED, AlertChange.ENDED));
    log.add(NOON, began);

    assertThat(log.changes())
        .extracting(DatedAlert::change)
        .containsExactly("began", "inhibited", "released", "silenced", "ended", "began");
  }

  @Test
  void anAlertThatAnotherOneExplainsFiresOnceItIsReleased() {
    Alert began = alert(AlertState.FIRING, AlertChange.BEGAN);
    Alert explained = Alert.newBuilder(began).setInhibitedBy("whole-model").build();
    AlertLog log = new AlertLog();
    log.add(NOON, explained);

    Result quiet = new Result(1, log.changes(), List.of(), new TreeMap<>(), new TreeMap<>());
    assertThat(quiet.fired()).isEmpty();
    assertThat(quiet.firedAt(Severity.INFO)).isFalse();
    assertThat(text(report(quiet)))
        .contains("any-rule: over-confident (explained by whole-mo)")
        .doesNotContain("No alert.");

    log.add(NOON.plusSeconds(60), began);
    log.add(NOON.plusSeconds(120), explained);
    log.add(NOON.plusSeconds(180), began);

    assertThat(new Result(1, log.changes(), List.of(), new TreeMap<>(), new TreeMap<>()).fired())
        .extracting(DatedAlert::at)
        .containsExactly(NOON.plusSeconds(60));
  }

  /** The same series as a whole model whose labels count for less. */
  private static SeriesSummary sharing(double weight, double tolerable) {
    SeriesSummary series = result().series().get(0);
    return new SeriesSummary(
        "churn|7|",
        series.model(),
        series.version(),
        "",
        series.predictions(),
        series.labelled(),
        weight,
        tolerable,
        series.windows(),
        series.points(),
        series.logEvidence(),
        series.logThreshold(),
        series.deadLetters(),
        List.of());
  }

  private static List<String> sentences(SeriesSummary series, @Nullable LabelDelays delays) {
    return new SeriesWords(report(result()).first(), series, delays).sentences();
  }

  @Test
  void saysWhatLabelsCountAsAndLeavesOutWhatIsTolerable() {
    assertThat(sentences(sharing(300, 0.01), null))
        .last()
        .asString()
        .endsWith(
            "0.1 after 500, 0.03 after 1,700. The series has 900 labels, which count as 300, as rows"
                + " share outcomes or overlap.");
    assertThat(sentences(sharing(900, 0.2), null)).noneMatch(s -> s.contains("would be found"));
  }

  @ParameterizedTest
  @CsvSource({"150, 0.2 s", "4000, 4 s", "61001, 62 s", "130000, 3 min", "8400000, 3 h"})
  void labelsTakeAtMostSoLong(long millis, String words) {
    LabelEvent label = new LabelEvent("a", millis, 0, new RawTarget.Index(0));
    PredictionEvent prediction =
        new PredictionEvent("a", "churn", "", 0, Map.of(), Map.of(), Categorical.of(0.5, 0.5));
    CaseSource cases = () -> Stream.of(new Case(prediction, List.of(label)));

    LabelDelays delays = LabelDelays.of(cases, n -> {}).get("churn");

    assertThat(sentences(sharing(900, 0), delays))
        .anyMatch(s -> s.contains("99 % at most " + words));
  }

  private static Result result() {
    AlertLog log = new AlertLog();
    log.add(NOON, alert(AlertState.PENDING, AlertChange.BEGAN));
    log.add(NOON.plusSeconds(60), alert(AlertState.FIRING, AlertChange.CHANGED));
    log.add(
        NOON.plusSeconds(90),
        Alert.newBuilder(alert(AlertState.FIRING, AlertChange.CHANGED)).setRepeated(true).build());
    log.add(NOON.plusSeconds(120), alert(AlertState.RESOLVED, AlertChange.ENDED));
    log.add(NOON.plusSeconds(180), alert(AlertState.FIRING, AlertChange.REOPENED));
    log.add(NOON.plusSeconds(240), alert(AlertState.RESOLVED, AlertChange.ENDED));
    log.add(NOON.plusSeconds(300), alert(AlertState.NO_DATA, AlertChange.DATA_MISSING));
    SeriesSummary series =
        new SeriesSummary(
            "churn|7|country=DE",
            "churn",
            "7",
            "country=DE",
            1000,
            900,
            900,
            0,
            Map.of(Finding.MISCALIBRATED, 3L),
            List.of(),
            800.0,
            Math.log(100),
            new TreeMap<>(Map.of("late_label", 2L)),
            List.of(published(null), published(0.031)));
    return new Result(
        1902,
        log.changes(),
        List.of(series),
        new TreeMap<>(Map.of("late_label", 2L)),
        new TreeMap<>(Map.of("late_label", "key 'a': the label came late")));
  }

  private static PublishedMap published(@Nullable Double gain) {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("7")
        .setSegment("country=DE")
        .setMap("{}")
        .setWords("over-confident: temperature 1.7")
        .setUpdatedAt(gain == null ? NOON : NOON.plusSeconds(600))
        .setLaterLabels(gain == null ? 0 : 400)
        .setGain(gain)
        .setGainLower(gain == null ? null : 0.02)
        .setGainUpper(gain == null ? null : 0.042)
        .setLogEvidence(12)
        .build();
  }

  @Test
  void saysSinceWhenThereIsAMapAndWhatItSaved() {
    assertThat(text(report(result())))
        .contains(
            "Maps: the first was published at "
                + Times.minute(NOON)
                + "; now over-confident: temperature 1.7. On 400 labels since one was proven, maps"
                + " that were learned from earlier ones would have saved 0.031 nats per label (0.02 to 0.042).");
  }

  private static BacktestReport report(Result result, Result... others) {
    AppConfig settings = AppConfig.of(Map.of("models.churn.labels.wait", "1h"));
    List<BacktestReport.Run> runs = new ArrayList<>();
    runs.add(new BacktestReport.Run("first.yaml", settings, result));
    for (Result other : others) {
      runs.add(new BacktestReport.Run("other.yaml", settings, other));
    }
    return new BacktestReport(new TreeMap<>(), runs);
  }

  private static String text(BacktestReport report) {
    StringWriter text = new StringWriter();
    new TextResult(new PrintWriter(text)).print(report);
    return text.toString();
  }

  @Test
  void countsEveryTimeThatAnAlertFires() throws IOException {
    assertThat(result().fired())
        .extracting(DatedAlert::at)
        .containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(180));
    JsonNode json = new ObjectMapper().readTree(JsonResult.of(report(result())));
    assertThat(json.at("/series/0/fired/any-rule").asInt()).isEqualTo(2);
    assertThat(text(report(result())))
        .contains("Windows: 3. 3 miscalibrated.")
        .contains("Alerts that fired: 2 any-rule (the first at 2026-01-01 12:01 UTC).");
  }

  @Test
  void saysAfterHowManyLabelsAFaultWouldHaveBeenFound() {
    // 164.3 labels by the formula of the detector, and as many times more for a smaller fault.
    assertThat(CalibrationMonitor.detectableGain(164.3, Math.log(100)))
        .isCloseTo(0.1, within(1e-4));
    assertThat(text(report(result())))
        .contains("0.1 after 170, 0.03 after 550, 0.01 after 1,700, 0.003 after 5,500.")
        .contains("has 900 labels");
  }

  @Test
  void knowsHowSevereTheAlertsWereThatFired() {
    assertThat(result().firedAt(Severity.INFO)).isTrue();
    assertThat(result().firedAt(Severity.WARNING)).isTrue();
    assertThat(result().firedAt(Severity.CRITICAL)).isFalse();
    AlertLog pending = new AlertLog();
    pending.add(NOON, alert(AlertState.PENDING, AlertChange.BEGAN));
    assertThat(
            new Result(1, pending.changes(), List.of(), new TreeMap<>(), new TreeMap<>())
                .firedAt(Severity.INFO))
        .isFalse();
  }

  @Test
  void setsOtherSettingsBesideTheFirst() throws IOException {
    Result quiet = new Result(1902, List.of(), result().series(), new TreeMap<>(), new TreeMap<>());
    BacktestReport report = report(result(), quiet);

    assertThat(text(report))
        .containsPattern("first.yaml: +Alerts that fired: 2 any-rule")
        .containsPattern("other.yaml: +No alert fired. Windows: 3 miscalibrated.");
    JsonNode json = new ObjectMapper().readTree(JsonResult.of(report));
    assertThat(json.get("settings").asText()).isEqualTo("first.yaml");
    assertThat(json.at("/compared/0/settings").asText()).isEqualTo("other.yaml");
    assertThat(json.at("/compared/0/alerts").size()).isZero();
  }

  @Test
  void tellsWhatChangedInAnAlertAndLeavesRepetitionsOut() throws IOException {
    JsonNode alerts = new ObjectMapper().readTree(JsonResult.of(report(result()))).get("alerts");

    assertThat(alerts.findValuesAsText("change"))
        .containsExactly("began", "changed", "ended", "reopened", "ended", "data_missing");
    assertThat(alerts.findValuesAsText("state"))
        .containsExactly("PENDING", "FIRING", "RESOLVED", "FIRING", "RESOLVED", "NO_DATA");
    JsonNode first = alerts.get(0);
    assertThat(first.get("at").asText()).isEqualTo("2026-01-01T12:00:00Z");
    assertThat(first.get("rule").asText()).isEqualTo("any-rule");
    assertThat(first.get("severity").asText()).isEqualTo("WARNING");
    assertThat(first.get("model").asText()).isEqualTo("churn");
    assertThat(first.get("version").asText()).isEqualTo("7");
    assertThat(first.get("segment").asText()).isEqualTo("country=DE");
    assertThat(first.get("summary").asText()).isEqualTo("over-confident");
  }

  @Test
  void tellsOfEachSeriesInJson() throws IOException {
    JsonNode json = new ObjectMapper().readTree(JsonResult.of(report(result())));

    JsonNode series = json.get("series").get(0);
    assertThat(series.get("key").asText()).isEqualTo("churn|7|country=DE");
    assertThat(series.get("predictions").asLong()).isEqualTo(1000);
    assertThat(series.get("labelled").asLong()).isEqualTo(900);
    assertThat(series.get("windows").get("MISCALIBRATED").asLong()).isEqualTo(3);
    assertThat(series.get("threshold").asDouble()).isCloseTo(100, within(1e-9));
    assertThat(series.get("log_evidence").asDouble()).isEqualTo(800);
    assertThat(series.get("evidence").isNull()).as("beyond what a double holds").isTrue();
    assertThat(series.get("dead_letters").get("late_label").asLong()).isEqualTo(2);
    assertThat(json.get("dead_letters").get("late_label").asLong()).isEqualTo(2);
    assertThat(json.get("events").asLong()).isEqualTo(1902);
  }

  @Test
  void tellsPeopleTheSame() {
    StringWriter text = new StringWriter();
    new TextResult(new PrintWriter(text)).print(report(result()));

    assertThat(text.toString())
        .contains("2026-01-01T12:00:00Z  PENDING  began     WARNING  any-rule: over-confident")
        .containsPattern("churn 7 \\(country=DE\\) +1000 +900 +10\\^347.4 +100 +3 miscalibrated")
        .contains("Events that could not be used: 2 late_label.");
  }
}
