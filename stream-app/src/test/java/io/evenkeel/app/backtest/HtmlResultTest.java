package io.evenkeel.app.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HtmlResultTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static SeriesSummary series(int n) {
    String model = String.format("model-%02d", n);
    return new SeriesSummary(
        model + "||",
        model,
        "",
        "",
        1000,
        900,
        900.0,
        0.0,
        Map.of(),
        List.of(new WindowPoint(NOON, Finding.CALIBRATED, 900, 0.0, Math.log(100), 0.3)),
        0.0,
        Math.log(100),
        new TreeMap<>(),
        List.of());
  }

  private static DatedAlert fired(String model) {
    return new DatedAlert(
        NOON,
        "began",
        Alert.newBuilder()
            .setFingerprint("f")
            .setModel(model)
            .setVersion("")
            .setSegment("")
            .setRule("miscalibration")
            .setState(AlertState.FIRING)
            .setChange(AlertChange.BEGAN)
            .setStartsAt(NOON)
            .setRaisedAt(NOON)
            .setUpdatedAt(NOON)
            .setEndsAt(null)
            .setSummary("over-confident")
            .setDescription("")
            .setCases(100)
            .setSeverity(Severity.WARNING)
            .build());
  }

  private static String page(int models, List<DatedAlert> changes) {
    Result result =
        new Result(
            1902,
            changes,
            IntStream.range(0, models).mapToObj(HtmlResultTest::series).toList(),
            new TreeMap<>(),
            new TreeMap<>());
    return HtmlResult.of(
        new BacktestReport(
            new TreeMap<>(),
            List.of(new BacktestReport.Run("first.yaml", AppConfig.of(Map.of()), result))));
  }

  @Test
  void drawsFirstWhereAlertsFiredAndSaysHowManyAreNotDrawn() {
    assertThat(page(32, List.of(fired("model-31"))))
        .contains("Charts of 30 of 32 series. Those in which an alert fired come first.")
        .contains("Evidence over time of model-28", "Evidence over time of model-31")
        .doesNotContain("Evidence over time of model-29", "Evidence over time of model-30");
    assertThat(page(30, List.of()))
        .contains("Evidence over time of model-29")
        .doesNotContain("Charts of");
  }
}
