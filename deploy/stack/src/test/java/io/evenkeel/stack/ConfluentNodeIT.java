package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.serde.AvroSerializer;
import io.evenkeel.local.registry.ApicurioRegistry;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Confluent's client for Node, which reads what Evenkeel writes and writes the same. */
class ConfluentNodeIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir private static Path directory;
  private static Npm npm;
  private static ApicurioRegistry registry;

  @BeforeAll
  static void start() throws Exception {
    npm = Npm.install("confluent", directory);
    registry = ApicurioRegistry.start(directory.resolve("registry"));
    registry.awaitReady(Duration.ofMinutes(1));
  }

  @AfterAll
  static void stop() {
    if (registry != null) {
      registry.close();
    }
  }

  @Test
  void readsAndWritesPredictions() throws Exception {
    assertSame(
        Prediction.newBuilder()
            .setPredictionId("order-4711")
            .setModel("churn")
            .setVersion("3")
            .setMadeAt(TIME)
            .setSegments(Map.of("country", "DE"))
            .setFeatures(Map.of("age", 42.0))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
            .build(),
        """
        {"prediction_id": "order-4711", "model": "churn", "version": "3", "made_at": %d,
         "segments": {"country": "DE"}, "features": {"age": 42}, "cluster": "", "weight": null,
         "distribution": {"categorical": [0.8, 0.2]}}
        """
            .formatted(TIME.toEpochMilli()));
  }

  @Test
  void readsAndWritesLabels() throws Exception {
    assertSame(
        Label.newBuilder().setPredictionId("order-4711").setKnownAt(TIME).setTarget(1).build(),
        """
        {"prediction_id": "order-4711", "known_at": %d, "revision": 0, "target": {"int": 1}}
        """
            .formatted(TIME.toEpochMilli()));
  }

  private static void assertSame(SpecificRecord event, String json) throws Exception {
    String url = registry.url().toString();
    String topic = "node." + event.getSchema().getName();
    String bytes = HexFormat.of().formatHex(write(url, topic, event));

    assertThat(npm.run("node", "serdes.js", url, topic, "write", json)).isEqualTo(bytes);
    JsonNode read = JSON.readTree(npm.run("node", "serdes.js", url, topic, "read", bytes));
    assertThat(withoutNulls(read)).isEqualTo(JSON.readTree(json));
  }

  /** Kinds of distribution that are not set are null. */
  private static JsonNode withoutNulls(JsonNode event) {
    if (event.path("distribution") instanceof ObjectNode distribution) {
      distribution.properties().removeIf(field -> field.getValue().isNull());
    }
    return event;
  }

  private static byte[] write(String url, String topic, SpecificRecord event) {
    try (AvroSerializer serializer = new AvroSerializer()) {
      serializer.configure(Map.of("schema.registry.url", url), false);
      byte[] bytes = serializer.serialize(topic, event);
      assertThat(bytes).isNotNull();
      return bytes;
    }
  }
}
