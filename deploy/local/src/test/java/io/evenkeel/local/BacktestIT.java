package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.backtest.Backtest;
import io.evenkeel.app.backtest.Result;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backtest says what an application at a broker says of the same events. */
class BacktestIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Arrivals ARRIVALS =
      new Arrivals(
          3000,
          Instant.parse("2026-01-01T00:00:00Z"),
          Duration.ofSeconds(10),
          Duration.ofSeconds(15_000));
  private static final Map<String, String> SETTINGS =
      Map.of(
          "defaults.window.size", "100m",
          "defaults.window.advance", "50m",
          "defaults.labels.wait", "2h");

  @TempDir private Path directory;

  private static EventSource source() {
    Simulation named = Preset.OVERCONFIDENT.simulation();
    return EventSource.of(new Simulation("model", named.law(), ARRIVALS, named.labels(), 1));
  }

  private static Window window(Verdict verdict) {
    return new Window(
        verdict.getModel(), verdict.getVersion(), verdict.getSegment(), verdict.getWindowStart());
  }

  /** An alert that fires or is over, as of the end of a window. */
  private record Told(AlertState state, Instant window) {
    static List<Told> of(Stream<Alert> alerts) {
      return alerts
          .filter(alert -> !alert.getRepeated() && alert.getState() != AlertState.PENDING)
          .map(alert -> new Told(alert.getState(), alert.getUpdatedAt()))
          .toList();
    }
  }

  @Test
  void evidenceAndAlertsAreThoseOfARunOverFourPartitions() throws Exception {
    SortedMap<Window, Verdict> verdicts = new TreeMap<>();
    Result result =
        Backtest.run(
            AppConfig.of(SETTINGS),
            source(),
            directory.resolve("backtest"),
            new Backtest.Listener() {
              @Override
              public void judged(Verdict verdict) {
                if (verdict.getStatus() == VerdictStatus.FINAL && verdict.getPredictions() > 0) {
                  verdicts.put(window(verdict), verdict);
                }
              }
            });

    try (LocalCluster cluster = LocalCluster.start(directory)) {
      Map<String, String> settings = new HashMap<>(SETTINGS);
      settings.putAll(cluster.settings());
      settings.put("http.port", "0");
      settings.put("monitor.emit-interval", "500ms");
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 4);
      try (Application application = Application.start(config);
          FinalVerdicts there = new FinalVerdicts(config)) {
        Replay.all(source(), config);
        there.awaitAll(source(), config);
        assertThat(application.health().live()).isTrue();
        assertSameEvidence(verdicts, there.verdicts());
        List<Told> alerts = Told.of(result.changes().stream().map(change -> change.alert()));
        assertThat(alerts).isNotEmpty();
        // Alerts are in another topic: what one transaction wrote to both is not read at once.
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(Told.of(there.alerts().stream())).isEqualTo(alerts));
      }
    }
  }

  private static void assertSameEvidence(
      SortedMap<Window, Verdict> here, SortedMap<Window, Verdict> there) {
    assertThat(here.keySet()).isEqualTo(there.keySet());
    here.forEach(
        (window, verdict) -> {
          Verdict other = Objects.requireNonNull(there.get(window));
          assertThat(verdict.getLabelled()).isEqualTo(other.getLabelled());
          assertThat(verdict.getProfile()).isEqualTo(other.getProfile());
          List.<Function<Verdict, @Nullable Double>>of(
                  told -> told.getEvidence().getLogESeries(),
                  told -> told.getEvidence().getLogDetector(),
                  told -> told.getEvidence().getLogDetector(),
                  told -> told.getTests().getCmeStatistic(),
                  told -> told.getDrift() == null ? null : told.getDrift().getPredictionsDistance())
              .forEach(number -> assertSame(window, number.apply(verdict), number.apply(other)));
        });
  }

  private static void assertSame(Window window, @Nullable Double here, @Nullable Double there) {
    if (here == null || there == null) {
      assertThat(here).as(window.toString()).isEqualTo(there);
    } else {
      assertThat(here)
          .as(window.toString())
          .isCloseTo(there, within(1e-9 * Math.max(1, Math.abs(there))));
    }
  }
}
