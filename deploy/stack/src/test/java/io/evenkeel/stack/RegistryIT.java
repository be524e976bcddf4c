package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A registry that is not always there. */
@ExtendWith(SharedExtension.class)
class RegistryIT {
  private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");

  private final LocalCluster cluster;

  RegistryIT(LocalCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void isWaitedForWhenItIsDownAtTheStart() throws Exception {
    AppConfig direct = SimulatedStream.config(cluster, "down", Map.of());
    cluster.prepare(direct, 2);
    try (Relay relay = relay(direct);
        Application application = Application.start(through(relay, "down", direct))) {
      SimulatedStream.send(direct);
      await().atMost(SimulatedStream.PATIENCE).until(() -> relay.refused() > 0);
      relay.open();

      SimulatedStream.awaitCounts(direct);
      assertThat(application.health().live()).isTrue();
    }
  }

  @Test
  void isMissedLaterOnlyByEventsOfANewSchemaWhichWait() throws Exception {
    AppConfig direct = SimulatedStream.config(cluster, "later", Map.of());
    cluster.prepare(direct, 2);
    Set<String> labelled = ConcurrentHashMap.newKeySet();
    try (Relay relay = relay(direct)) {
      relay.open();
      try (Application application = Application.start(through(relay, "later", direct));
          TopicFollower<?> follower = follower(direct, labelled)) {
        follower.start();
        SimulatedStream.send(direct);
        SimulatedStream.awaitCounts(direct);
        relay.cut();

        send(direct, "known", prediction("known"));
        await().atMost(SimulatedStream.PATIENCE).until(() -> labelled.contains("known"));
        int refused = relay.refused();
        send(direct, "new", withNewSchema(prediction("new")));
        await().atMost(SimulatedStream.PATIENCE).until(() -> relay.refused() > refused);
        assertThat(labelled).doesNotContain("new");
        relay.open();

        await().atMost(SimulatedStream.PATIENCE).until(() -> labelled.contains("new"));
        assertThat(application.health().live()).isTrue();
      }
    }
  }

  private static Relay relay(AppConfig direct) throws IOException {
    URI registry = registry(direct);
    return Relay.shut(registry.getHost(), registry.getPort());
  }

  /** The same application, which reaches the registry by the relay. */
  private AppConfig through(Relay relay, String id, AppConfig direct) {
    URI registry = registry(direct);
    String url = registry.toString().replace(registry.getAuthority(), relay.address());
    return SimulatedStream.config(cluster, id, Map.of("serde.properties.schema.registry.url", url));
  }

  private static URI registry(AppConfig config) {
    return URI.create(config.serde().properties().getOrDefault("schema.registry.url", ""));
  }

  /** Keeps the models that have a verdict with a label. */
  private static TopicFollower<?> follower(AppConfig config, Set<String> labelled) {
    return new TopicFollower<>(
        KafkaProperties.clients(config),
        List.of(config.topics().verdicts()),
        AvroSerdes.of(config.serde(), config.topics()).deserializer(),
        value -> {
          if (value instanceof Verdict verdict && verdict.getLabelled() > 0) {
            labelled.add(verdict.getModel());
          }
        });
  }

  private static void send(AppConfig config, String id, Object prediction) throws Exception {
    Label label =
        Label.newBuilder().setPredictionId(id).setKnownAt(TIME.plusSeconds(1)).setTarget(1).build();
    try (var producer =
        new KafkaProducer<>(
            KafkaProperties.clients(config),
            new StringSerializer(),
            AvroSerdes.of(config.serde(), config.topics()).serializer())) {
      producer.send(new ProducerRecord<>(config.topics().predictions(), id, prediction)).get();
      producer.send(new ProducerRecord<>(config.topics().labels(), id, label)).get();
    }
  }

  private static Prediction prediction(String id) {
    return Prediction.newBuilder()
        .setPredictionId(id)
        .setModel(id)
        .setVersion("1")
        .setMadeAt(TIME)
        .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
        .build();
  }

  /** The prediction as a producer sends it whose schema has one more field. */
  private static Object withNewSchema(Prediction prediction) throws IOException {
    ObjectMapper json = new ObjectMapper();
    var tree = json.readTree(Prediction.getClassSchema().toString());
    ((ArrayNode) tree.path("fields"))
        .add(
            json.readTree(
                "{\"name\": \"note\", \"type\": [\"null\", \"string\"], \"default\": null}"));
    return new GenericDatumReader<>(
            Prediction.getClassSchema(), new Schema.Parser().parse(tree.toString()))
        .read(null, DecoderFactory.get().binaryDecoder(bytes(prediction), null));
  }

  private static byte[] bytes(Prediction prediction) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new SpecificDatumWriter<>(Prediction.class).write(prediction, encoder);
    return bytes.toByteArray();
  }
}
