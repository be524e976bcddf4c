package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Comparison;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A comparison of two versions, and what goes into it and comes out. Mutable. */
abstract class ComparisonScenario {
  static final String AVRO = "serde.properties.schema.registry.url=mock://compare";
  static final String KEY = "churn|1|2|shadow";
  static final Instant MADE = Instant.parse("2026-01-07T00:00:00Z");
  static final Instant STARTED = Instant.parse("2026-02-01T00:00:00Z");

  @TempDir private Path directory;

  final List<Comparison> comparisons = new ArrayList<>();
  final List<String> forgotten = new ArrayList<>();
  final List<Alert> alerts = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  AppConfig config;

  private @Nullable TopologyTestDriver driver;

  /** The clock at the start. */
  private Instant begin = STARTED;

  static final double ALPHA = 0.01;

  /** Stores that begin with what those of the same name held when the last driver was stopped. */
  public static final class Kept extends InMemoryDslStoreSuppliers {
    private static final Map<String, Map<Bytes, byte[]>> CONTENTS = new HashMap<>();

    @Override
    public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
      KeyValueBytesStoreSupplier inMemory = super.keyValueStore(params);
      return new KeyValueBytesStoreSupplier() {
        @Override
        public String name() {
          return inMemory.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
          return new InMemoryKeyValueStore(name()) {
            @Override
            public void init(StateStoreContext context, StateStore root) {
              super.init(context, root);
              CONTENTS.getOrDefault(name(), Map.of()).forEach(this::put);
            }
          };
        }

        @Override
        public String metricsScope() {
          return inMemory.metricsScope();
        }
      };
    }
  }

  /** Starts with what the stores hold, as if no time had passed. */
  void restart(String... settings) {
    restartAfter(Duration.ZERO, settings);
  }

  /** The same, so long after {@link #STARTED}. */
  void restartAfter(Duration stop, String... settings) {
    begin = STARTED.plus(stop);
    for (String name : List.of(StoreNames.CASES, StoreNames.PAIRS, StoreNames.OUTCOMES)) {
      Map<Bytes, byte[]> contents = new HashMap<>();
      try (var all = TestStores.bytes(driver().getKeyValueStore(name)).all()) {
        all.forEachRemaining(entry -> contents.put(entry.key, entry.value));
      }
      Kept.CONTENTS.put(name, contents);
    }
    start(settings);
  }

  @BeforeEach
  void startByAvro() {
    Kept.CONTENTS.clear();
    start(AVRO);
  }

  @AfterEach
  void stop() {
    if (driver != null) {
      driver.close();
      driver = null;
    }
  }

  void start(String... settings) {
    stop();
    Map<String, String> all = new HashMap<>();
    all.put("topics.challenger", "shadow");
    all.put("defaults.window.size", "1h");
    all.put("defaults.window.advance", "1h");
    all.put("defaults.labels.wait", "1d");
    Stream.of(settings)
        .map(setting -> setting.split("=", 2))
        .forEach(setting -> all.put(setting[0], setting[1]));
    config = AppConfig.of(all);
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.comparisonApplicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, Kept.class);
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    driver =
        new TopologyTestDriver(
            ComparisonTopology.build(
                config, new StreamsConfig(properties), new Plan(ALPHA, Duration.ofHours(1))),
            properties,
            begin);
  }

  TopologyTestDriver driver() {
    return Objects.requireNonNull(driver);
  }

  TestInputTopic<String, byte[]> input(String topic) {
    return driver().createInputTopic(topic, new StringSerializer(), new ByteArraySerializer());
  }

  byte[] bytes(String topic, Object record) {
    return AvroSerdes.of(config.serde(), config.topics()).serializer().serialize(topic, record);
  }

  void send(String topic, String id, Object record) {
    input(topic).pipeInput(id, bytes(topic, record), STARTED);
  }

  static PredictionEvent event(
      String id, String version, Instant madeAt, PredictiveDistribution distribution) {
    return new PredictionEvent(
        id, "churn", version, madeAt.toEpochMilli(), Map.of(), Map.of(), distribution);
  }

  void champion(PredictionEvent event) {
    send(config.topics().predictions(), event.id(), PredictionCodec.encode(event));
  }

  void challenger(PredictionEvent event) {
    send("shadow", event.id(), PredictionCodec.encode(event));
  }

  void champion(String id, double p) {
    champion(event(id, "1", MADE, binary(p)));
  }

  void challenger(String id, double p) {
    challenger(event(id, "2", MADE, binary(p)));
  }

  void label(String id, Instant knownAt, int revision, RawTarget target) {
    send(
        config.topics().labels(),
        id,
        LabelCodec.encode(new LabelEvent(id, knownAt.toEpochMilli(), revision, target)));
  }

  void label(String id, int target) {
    label(id, MADE.plusSeconds(60), 0, new RawTarget.Index(target));
  }

  static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  void complete(
      String id,
      PredictiveDistribution champion,
      PredictiveDistribution challenger,
      double target) {
    champion(event(id, "1", MADE, champion));
    challenger(event(id, "2", MADE, challenger));
    label(id, MADE.plusSeconds(60), 0, new RawTarget.Real(target));
  }

  void complete(String id, double champion, double challenger, int target) {
    champion(id, champion);
    challenger(id, challenger);
    label(id, target);
  }

  static PredictionEvent shared(String id, String version, double p, double weight) {
    return new PredictionEvent(
        id,
        "churn",
        version,
        MADE.toEpochMilli(),
        Map.of(),
        Map.of(),
        binary(p),
        new Cluster("match", weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(weight)));
  }

  /** Cases of which so many went for the challenger, the others for the champion. */
  void cases(String prefix, int count, boolean isForChallenger) {
    for (int i = 0; i < count; i++) {
      complete(prefix + i, 0.5, 0.9, isForChallenger ? 1 : 0);
    }
    settle();
  }

  void settle() {
    driver().advanceWallClockTime(Duration.ofSeconds(1));
    this.<@Nullable Comparison>read(config.topics().comparisons())
        .forEach(
            one -> {
              if (one.value == null) {
                forgotten.add(one.key);
              } else {
                comparisons.add(one.value);
              }
            });
    this.<Alert>read(config.topics().alerts())
        .forEach(
            one -> {
              assertThat(one.key).isEqualTo(one.value.getFingerprint());
              alerts.add(one.value);
            });
  }

  @SuppressWarnings("unchecked")
  private <V> List<KeyValue<String, V>> read(String topic) {
    var reader = AvroSerdes.of(config.serde(), config.topics()).deserializer();
    return driver()
        .createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
        .readKeyValuesToList()
        .stream()
        .map(one -> KeyValue.pair(one.key, (V) reader.deserialize(topic, one.value)))
        .toList();
  }

  Comparison newest() {
    settle();
    return comparisons.get(comparisons.size() - 1);
  }

  List<String> keys(String store) {
    List<String> keys = new ArrayList<>();
    try (var all = driver().<String, Object>getKeyValueStore(store).all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }
}
