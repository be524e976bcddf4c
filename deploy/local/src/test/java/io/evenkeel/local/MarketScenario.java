package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.AlertState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Three days of forecasts of the market, and what must become of it wherever the application runs:
 * in this process, from its image or in a container.
 */
public final class MarketScenario {
  private static final Instant END = Instant.parse("2013-11-28T04:00:00Z");

  /** The events of three days. */
  static final EventSource SOURCE =
      EventSource.of(
          () ->
              MarketForecasts.bitstamp()
                  .cases()
                  .filter(one -> one.prediction().madeAt() < END.toEpochMilli()));

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private MarketScenario() {}

  /**
   * The settings of the application.
   *
   * @param cluster those that point it to brokers and a registry
   */
  public static Map<String, String> settings(Map<String, String> cluster) {
    Map<String, String> settings = new HashMap<>(cluster);
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "6h");
    settings.put("defaults.window.advance", "2h");
    settings.put("defaults.labels.wait", "2m");
    return settings;
  }

  /**
   * Replays the days to an application that runs, and waits until every forecast is counted once
   * and the over-confident model is found.
   *
   * @param config as that of the application, from where this process is
   * @param runs whether the application still runs
   */
  public static void play(AppConfig config, BooleanSupplier runs) {
    try (FinalVerdicts verdicts = new FinalVerdicts(config)) {
      Replay.all(SOURCE, config);

      Map<Window, Count> expected = ExpectedCounts.of(SOURCE, config::model);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .failFast("the application ended", () -> !runs.getAsBoolean())
          .untilAsserted(() -> assertThat(verdicts.counts()).isEqualTo(expected));
      assertThat(verdicts.alerts())
          .anyMatch(
              alert ->
                  alert.getModel().equals("btc-ewma")
                      && alert.getState() == AlertState.FIRING
                      && alert
                          .getSummary()
                          .contains("the shape of the predicted distributions is wrong"));
    }
  }
}
