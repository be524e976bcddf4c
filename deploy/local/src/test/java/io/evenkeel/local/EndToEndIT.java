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
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndToEndIT {
  @TempDir Path directory;

  private final Map<Window, Count> finals = new ConcurrentSkipListMap<>();
  private final List<Alert> alerts = new CopyOnWriteArrayList<>();

  @Test
  void countsEveryForecastOfTheMarketOnceAndFindsTheOverConfidentModel() throws Exception {
    EventSource source = EventSource.of(MarketForecasts.bitstamp());
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      AppConfig config = config(cluster);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          TopicFollower<?> follower = follower(config)) {
        follower.start();

        replay(config, source);

        Map<Window, Count> expected = ExpectedCounts.of(source, config::model);
        await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(() -> assertThat(finals).containsExactlyInAnyOrderEntriesOf(expected));
        assertThat(application.health().live()).isTrue();
        assertThat(alerts)
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

  private TopicFollower<?> follower(AppConfig config) {
    return new TopicFollower<>(
        KafkaProperties.clients(config),
        List.of(config.topics().alerts(), config.topics().verdicts()),
        AvroSerdes.of(config.serde()).deserializer(),
        this::keep);
  }

  private void keep(Object record) {
    if (record instanceof Alert alert) {
      alerts.add(alert);
    } else if (record instanceof Verdict verdict && verdict.getStatus() == VerdictStatus.FINAL) {
      finals.put(
          new Window(
              verdict.getModel(),
              verdict.getVersion(),
              verdict.getSegment(),
              verdict.getWindowStart()),
          new Count(verdict.getPredictions(), verdict.getLabelled()));
    }
  }

  private static void replay(AppConfig config, EventSource source) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(source, Pace.FULL_SPEED, time -> {});
      Map<String, Instant> ends = new HashMap<>();
      replayer
          .sent()
          .models()
          .forEach((model, sent) -> ends.put(model, sent.last().plus(Duration.ofDays(1))));
      replayer.beat(ends);
    }
  }
}
