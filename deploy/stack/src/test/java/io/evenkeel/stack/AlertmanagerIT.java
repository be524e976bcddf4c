package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.cli.App;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that hands alerts on, against a real Alertmanager. */
class AlertmanagerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void tellsOfAnAlertForAsLongAsItFires() throws Exception {
    assumeTrue(
        Part.ALERTMANAGER.present(),
        "skipped: there is no Alertmanager; apt-get install prometheus-alertmanager");
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("kafka"));
        WebProgram alertmanager = WebProgram.alertmanager(directory.resolve("alertmanager"))) {
      AppConfig config = config(kafka);
      sendNoAlert(config);
      send(config, "old", AlertState.FIRING);
      send(config, "old", AlertState.RESOLVED);
      send(config, "churn", AlertState.FIRING);
      Thread bridge = new Thread(() -> bridge(config, alertmanager), "bridge");
      bridge.start();
      try {
        await().atMost(PATIENCE).until(() -> open(alertmanager).size() == 1);
        JsonNode first = open(alertmanager).get(0);
        assertThat(first.at("/labels/model").asText()).isEqualTo("churn");
        assertThat(first.at("/annotations/summary").asText()).isEqualTo("churn is unwell");
        await().atMost(PATIENCE).until(() -> ends(open(alertmanager).get(0)).isAfter(ends(first)));

        send(config, "churn", AlertState.RESOLVED);
        send(config, "other", AlertState.FIRING);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(open(alertmanager).findValuesAsText("model"))
                        .containsExactly("other"));
      } finally {
        bridge.interrupt();
        bridge.join();
      }
    }
  }

  private static AppConfig config(EmbeddedKafka kafka) {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "kafka.bootstrap.servers",
                kafka.bootstrapServers(),
                "serde.properties.schema.registry.url",
                "mock://alertmanager"));
    try (TopicSetup topics = TopicSetup.connect(config)) {
      topics.create(1, (short) 1);
    }
    return config;
  }

  private static void bridge(AppConfig config, WebProgram alertmanager) {
    App.commandLine()
        .execute(
            "alertmanager",
            "--url=" + alertmanager.url(),
            "--resend=1s",
            "-Dhttp.port=0",
            "-Dkafka.bootstrap.servers=" + config.kafka().get("bootstrap.servers"),
            "-Dserde.properties.schema.registry.url=mock://alertmanager");
  }

  private static void send(AppConfig config, String model, AlertState state) throws Exception {
    Instant began = Instant.parse("2026-11-20T12:00:00Z");
    Alert alert =
        Alert.newBuilder()
            .setFingerprint(model)
            .setModel(model)
            .setVersion("")
            .setSegment("")
            .setRule("miscalibration")
            .setState(state)
            .setSeverity(Severity.CRITICAL)
            .setStartsAt(began)
            .setRaisedAt(began)
            .setUpdatedAt(began)
            .setEndsAt(state == AlertState.RESOLVED ? began.plusSeconds(1) : null)
            .setSummary(model + " is unwell")
            .setDescription("")
            .setCases(100)
            .build();
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      producer.send(new ProducerRecord<>(config.topics().alerts(), model, alert)).get();
    }
  }

  private static void sendNoAlert(AppConfig config) throws Exception {
    Map<String, Object> properties = KafkaProperties.clients(config);
    try (var producer =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(config.topics().alerts(), "x", new byte[] {1, 2})).get();
    }
  }

  private static Instant ends(JsonNode alert) {
    return Instant.parse(alert.path("endsAt").asText());
  }

  private static JsonNode open(WebProgram alertmanager) throws IOException {
    try (InputStream answer =
        alertmanager.url().resolve("api/v2/alerts?active=true").toURL().openStream()) {
      return JSON.readTree(answer);
    }
  }
}
