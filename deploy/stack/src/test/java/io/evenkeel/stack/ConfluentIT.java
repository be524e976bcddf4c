package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.app.config.TopicNames;
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
import io.evenkeel.app.serde.SchemaRegistration;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.LocalCluster;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Confluent's genuine serializers, on the class path and in the configuration only. */
class ConfluentIT {
  private static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
  private static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";
  private static final Instant TIME = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private static Path directory;
  private static LocalCluster cluster;

  private final EventSource source = EventSource.of(simulation());

  @BeforeAll
  static void start() throws InterruptedException {
    cluster = LocalCluster.start(directory);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void runTheWholePipeline() {
    AppConfig config =
        config(
            "theirs", Map.of("serde.serializer", SERIALIZER, "serde.deserializer", DESERIALIZER));
    cluster.prepare(config, 2);
    Map<Window, Count> counts = new ConcurrentHashMap<>();

    try (Application application = Application.start(config);
        TopicFollower<?> follower = follower(config, counts)) {
      follower.start();
      replay(config);

      await().atMost(PATIENCE).untilAsserted(() -> assertThat(counts).isEqualTo(expected(config)));
      assertThat(application.health().live()).isTrue();
    }
  }

  @Test
  void aRegistryThatIsDownAtTheStartIsWaitedFor() throws Exception {
    AppConfig direct = config("down", Map.of());
    cluster.prepare(direct, 2);
    URI registry = URI.create(direct.serde().properties().getOrDefault("schema.registry.url", ""));
    try (Relay relay = Relay.shut(registry.getHost(), registry.getPort())) {
      String through = registry.toString().replace(registry.getAuthority(), relay.address());
      AppConfig config = config("down", Map.of("serde.properties.schema.registry.url", through));
      Map<Window, Count> counts = new ConcurrentHashMap<>();

      try (Application application = Application.start(config);
          TopicFollower<?> follower = follower(direct, counts)) {
        follower.start();
        replay(direct);
        await().atMost(PATIENCE).until(() -> relay.refused() > 0);
        relay.open();

        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(counts).isEqualTo(expected(config)));
        assertThat(application.health().live()).isTrue();
      }
    }
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
    TopicNames topics = config("locked", Map.of()).topics();
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

  private static String registry() {
    return cluster.settings().getOrDefault("serde.properties.schema.registry.url", "");
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

  /** An application with an id and topics of its own. */
  private static AppConfig config(String id, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("application-id", id);
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "200ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    for (String topic :
        List.of(
            "predictions", "labels", "profiles", "verdicts", "metrics", "alerts", "dead-letters")) {
      settings.put("topics." + topic, id + "." + topic);
    }
    settings.putAll(more);
    return AppConfig.of(settings);
  }

  private Map<Window, Count> expected(AppConfig config) {
    return ExpectedCounts.of(source, config::model);
  }

  private static TopicFollower<?> follower(AppConfig config, Map<Window, Count> counts) {
    return new TopicFollower<>(
        KafkaProperties.clients(config),
        List.of(config.topics().verdicts()),
        AvroSerdes.of(config.serde(), config.topics()).deserializer(),
        value -> {
          if (value instanceof Verdict verdict && verdict.getStatus() == VerdictStatus.FINAL) {
            counts.put(
                new Window(
                    verdict.getModel(),
                    verdict.getVersion(),
                    verdict.getSegment(),
                    verdict.getWindowStart()),
                new Count(verdict.getPredictions(), verdict.getLabelled()));
          }
        });
  }

  private void replay(AppConfig config) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(source, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
    }
  }
}
