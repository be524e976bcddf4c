package io.evenkeel.app.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Severity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

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
            Map.of(Finding.MISCALIBRATED, 3L),
            800.0,
            Math.log(100),
            new TreeMap<>(Map.of("late_label", 2L)));
    return new Result(
        1902, log.changes(), List.of(series), new TreeMap<>(Map.of("late_label", 2L)));
  }

  @Test
  void tellsWhatChangedInAnAlertAndLeavesRepetitionsOut() throws IOException {
    JsonNode alerts = new ObjectMapper().readTree(JsonResult.of(result())).get("alerts");

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
    JsonNode json = new ObjectMapper().readTree(JsonResult.of(result()));

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
    new TextResult(new PrintWriter(text)).print(result());

    assertThat(text.toString())
        .contains("2026-01-01T12:00:00Z  PENDING  began     WARNING  any-rule: over-confident")
        .containsPattern("churn 7 \\[country=DE\\] +1000 +900 +10\\^347.4 +100 +3 miscalibrated")
        .contains("Events that could not be used: 2 late_label.");
  }
}
