package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker and the application, and nowhere a registry. */
class JsonIT {
  private static final EventSource SOURCE = Replay.biased(5_000);

  private static final Path README =
      Path.of(System.getProperty("evenkeel.root", "../.."), "README.md");

  @TempDir private Path directory;

  @Test
  void judgesAndAlertsWithoutARegistry() throws IOException {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      AppConfig config = config(kafka);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        sendTheLinesOfTheReadme(kafka);
        Replay.all(SOURCE, config);
        Map<Window, Count> expected = ExpectedCounts.of(SOURCE, config::model);
        await()
            .atMost(Duration.ofMinutes(4))
            .untilAsserted(
                () -> assertThat(verdicts.counts().entrySet()).containsAll(expected.entrySet()));
        assertThat(verdicts.alerts()).anyMatch(alert -> alert.getState() == AlertState.FIRING);
        await().atMost(Duration.ofMinutes(1)).until(() -> verdicts.judged("churn"));
        assertThat(application.health().live()).isTrue();
      }
    }
  }

  /** What a console producer would send: {@code key|value}. */
  private static void sendTheLinesOfTheReadme(EmbeddedKafka kafka) throws IOException {
    List<String> lines =
        Files.readAllLines(README).stream().filter(line -> line.startsWith("order-12|")).toList();
    assertThat(lines).hasSize(2);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      send(producer, "evenkeel.predictions", lines.get(0));
      send(producer, "evenkeel.labels", lines.get(1));
      producer.flush();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // flushing waits for it
  private static void send(KafkaProducer<String, String> producer, String topic, String line) {
    int bar = line.indexOf('|');
    producer.send(new ProducerRecord<>(topic, line.substring(0, bar), line.substring(bar + 1)));
  }

  private AppConfig config(EmbeddedKafka kafka) {
    return AppConfig.of(
        Map.of(
            "kafka.bootstrap.servers",
            kafka.bootstrapServers(),
            "kafka.state.dir",
            directory.resolve("state").toString(),
            "serde.serializer",
            "io.evenkeel.app.serde.JsonSerializer",
            "serde.deserializer",
            "io.evenkeel.app.serde.JsonDeserializer",
            "http.port",
            "0",
            "monitor.emit-interval",
            "500ms",
            "defaults.window.size",
            "10m",
            "defaults.window.advance",
            "10m",
            "defaults.labels.wait",
            "5m",
            "models.churn.labels.wait",
            "2d"));
  }
}
