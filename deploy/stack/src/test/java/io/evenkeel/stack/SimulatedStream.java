package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
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
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A thousand predictions of an over-confident model with their labels, and how they are judged. */
final class SimulatedStream {
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final EventSource SOURCE = EventSource.of(simulation());

  private SimulatedStream() {}

  /**
   * An application with an id and topics of its own, which are there.
   *
   * @param more settings that go over the others
   */
  static AppConfig config(LocalCluster cluster, String id, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("application-id", id);
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    for (String topic :
        List.of(
            "predictions",
            "labels",
            "profiles",
            "series",
            "verdicts",
            "metrics",
            "alerts",
            "recalibrations",
            "silences",
            "dead-letters")) {
      settings.put("topics." + topic, id + "." + topic);
    }
    settings.putAll(more);
    return AppConfig.of(settings);
  }

  /** Runs an application on the stream and waits until it has counted every event once. */
  static void judge(AppConfig config) {
    try (Application application = Application.start(config)) {
      send(config);
      awaitCounts(config);
      assertThat(application.health().live()).isTrue();
    }
  }

  /** Sends all events of the stream. */
  static void send(AppConfig config) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
    }
  }

  /** Waits until final verdicts count every event once. */
  static void awaitCounts(AppConfig config) {
    Map<Window, Count> counts = new ConcurrentHashMap<>();
    try (TopicFollower<?> follower =
        new TopicFollower<>(
            KafkaProperties.clients(config),
            List.of(config.topics().verdicts()),
            AvroSerdes.of(config.serde(), config.topics()).deserializer(),
            value -> keepFinal(counts, (Verdict) value))) {
      follower.start();
      Map<Window, Count> expected = ExpectedCounts.of(SOURCE, config::model);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(counts).isEqualTo(expected));
    }
  }

  private static void keepFinal(Map<Window, Count> counts, Verdict verdict) {
    if (verdict.getStatus() == VerdictStatus.FINAL) {
      counts.put(
          new Window(
              verdict.getModel(),
              verdict.getVersion(),
              verdict.getSegment(),
              verdict.getWindowStart()),
          new Count(verdict.getPredictions(), verdict.getLabelled()));
    }
  }

  private static Simulation simulation() {
    Simulation preset = Preset.OVERCONFIDENT.simulation();
    Arrivals arrivals =
        new Arrivals(
            1000,
            preset.arrivals().start(),
            preset.arrivals().every(),
            preset.arrivals().changeAfter());
    return new Simulation(preset.model(), preset.law(), arrivals, preset.labels(), preset.seed());
  }
}
