package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.AlertState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndToEndIT {
  private static final EventSource SOURCE = EventSource.of(MarketForecasts.bitstamp());

  @TempDir private Path directory;

  @Test
  void countsEveryForecastOfTheMarketOnceAndFindsTheOverConfidentModel() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      AppConfig config = config(cluster);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        replay(config);

        Map<Window, Count> expected = ExpectedCounts.of(SOURCE, config::model);
        await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(() -> assertThat(verdicts.counts()).isEqualTo(expected));
        assertThat(application.health().live()).isTrue();
        assertThat(verdicts.alerts())
            .anyMatch(
                alert ->
                    alert.getModel().equals("btc-ewma")
                        && alert.getState() == AlertState.FIRING
                        && alert.getSummary().contains("too narrow"));
      }
    }
  }

  private static AppConfig config(LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "100ms");
    settings.put("defaults.window.size", "6h");
    settings.put("defaults.window.advance", "2h");
    settings.put("defaults.labels.wait", "2m");
    return AppConfig.of(settings);
  }

  private static void replay(AppConfig config) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
    }
  }
}
