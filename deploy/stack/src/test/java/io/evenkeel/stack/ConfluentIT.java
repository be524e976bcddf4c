package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.serde.SchemaRegistration;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Confluent's genuine serializers, on the class path and in the configuration only. */
@ExtendWith(SharedExtension.class)
class ConfluentIT {
  private static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
  private static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";
  private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");

  private final LocalCluster cluster;

  ConfluentIT(LocalCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void runTheWholePipeline() {
    AppConfig config =
        SimulatedStream.config(
            cluster,
            "theirs",
            Map.of("serde.serializer", SERIALIZER, "serde.deserializer", DESERIALIZER));
    cluster.prepare(config, 2);

    SimulatedStream.judge(config);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TopicNameStrategy", "RecordNameStrategy", "TopicRecordNameStrategy"})
  void writeTheSameBytesAndReadEachOther(String strategy) {
    Map<String, String> properties =
        Map.of(
            "schema.registry.url",
            registry(),
            "value.subject.name.strategy",
            "io.confluent.kafka.serializers.subject." + strategy);
    AvroSerdes ours = AvroSerdes.of(settings(SerdeSettings.defaults(), properties));
    AvroSerdes theirs = AvroSerdes.of(new SerdeSettings(SERIALIZER, DESERIALIZER, properties));

    for (SpecificRecord event : events()) {
      String topic = strategy + "." + event.getSchema().getName();
      byte[] bytes = ours.serializer().serialize(topic, event);

      assertThat(theirs.serializer().serialize(topic, event)).isEqualTo(bytes);
      assertThat(theirs.deserializer().deserialize(topic, bytes)).isEqualTo(event);
      assertThat(ours.deserializer().deserialize(topic, bytes)).isEqualTo(event);
    }
  }

  @Test
  void writeOnlyRegisteredSchemasWhenToldTo() {
    Map<String, String> properties =
        Map.of("schema.registry.url", registry(), "auto.register.schemas", "false");
    TopicNames topics = SimulatedStream.config(cluster, "locked", Map.of()).topics();
    AvroSerdes ours = AvroSerdes.of(settings(SerdeSettings.defaults(), properties));
    AvroSerdes theirs = AvroSerdes.of(new SerdeSettings(SERIALIZER, DESERIALIZER, properties));
    SpecificRecord event = events().get(0);

    for (AvroSerdes serdes : List.of(ours, theirs)) {
      assertThatThrownBy(() -> serdes.serializer().serialize(topics.predictions(), event))
          .isInstanceOf(RuntimeException.class);
    }
    SchemaRegistration.register(properties, topics);
    assertThat(theirs.serializer().serialize(topics.predictions(), event))
        .isEqualTo(ours.serializer().serialize(topics.predictions(), event));
  }

  private static SerdeSettings settings(SerdeSettings classes, Map<String, String> properties) {
    return new SerdeSettings(classes.serializer(), classes.deserializer(), properties);
  }

  private static List<SpecificRecord> events() {
    Prediction prediction =
        Prediction.newBuilder()
            .setPredictionId("order-4711")
            .setModel("churn")
            .setVersion("3")
            .setMadeAt(TIME)
            .setSegments(Map.of("country", "DE"))
            .setFeatures(Map.of("age", 42.0))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
            .build();
    Label.Builder label = Label.newBuilder().setPredictionId("order-4711").setKnownAt(TIME);
    return List.of(
        prediction,
        label.setTarget(1).build(),
        label.setTarget("leaves").build(),
        label.setTarget(0.5).build(),
        label.setTarget(List.of(0.5, 1.5)).build());
  }

  private String registry() {
    return cluster.settings().getOrDefault("serde.properties.schema.registry.url", "");
  }
}
