package io.evenkeel.app.topology;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology without a broker: events in by hand, wall-clock time by hand. */
final class TopologyHarness implements AutoCloseable {
  static final String MODEL = "churn";

  /** Wall-clock time at which every test starts, long after all event time. */
  static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");

  private final AppConfig config;
  private final TopologyTestDriver driver;
  private final Metrics counted = new Metrics();
  private final TestInputTopic<String, byte[]> predictions;
  private final TestInputTopic<String, byte[]> labels;
  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<Alert> alerts = new ArrayList<>();

  TopologyHarness(AppConfig config, Path state) {
    this.config = config;
    Properties properties = properties(config, state, counted);
    driver =
        new TopologyTestDriver(
            CalibrationTopology.build(
                config, new StreamsConfig(properties), topics(config), counted, 1),
            properties,
            STARTED);
    predictions = input(config.topics().predictions());
    labels = input(config.topics().labels());
  }

  static Properties properties(AppConfig config, Path state, Metrics metrics) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.putAll(QuarantineHandler.properties(config.topics().deadLetters(), metrics));
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    return properties;
  }

  static Topics topics(AppConfig config) {
    return Topics.of(config, new RawSerializer(), () -> deserializer(config));
  }

  /** Reads public records without a registry. */
  static Deserializer<Object> deserializer(AppConfig config) {
    return new RawDeserializer(config);
  }

  private TestInputTopic<String, byte[]> input(String topic) {
    return driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer());
  }

  // --- events in

  void predict(String id, Instant madeAt, PredictiveDistribution distribution) {
    predict(
        new PredictionEvent(
            id, MODEL, "", madeAt.toEpochMilli(), Map.of(), Map.of(), distribution));
  }

  void predict(PredictionEvent event) {
    byte[] bytes = RawSerializer.write(PredictionCodec.encode(event));
    predictions.pipeInput(event.id(), bytes, Instant.ofEpochMilli(event.madeAt()));
  }

  void label(String id, Instant knownAt, int target) {
    label(id, knownAt, 0, target);
  }

  void label(String id, Instant knownAt, int revision, int target) {
    label(new LabelEvent(id, knownAt.toEpochMilli(), revision, new RawTarget.Index(target)));
  }

  void label(LabelEvent event) {
    byte[] bytes = RawSerializer.write(LabelCodec.encode(event));
    labels.pipeInput(event.id(), bytes, Instant.ofEpochMilli(event.knownAt()));
  }

  void rawPrediction(@Nullable String key, byte @Nullable [] value) {
    predictions.pipeInput(key, value, Instant.EPOCH);
  }

  void rawLabel(@Nullable String key, byte @Nullable [] value) {
    labels.pipeInput(key, value, Instant.EPOCH);
  }

  void heartbeat(Instant reached) {
    heartbeat(MODEL, reached);
  }

  void heartbeat(String model, Instant reached) {
    Heartbeat heartbeat = new Heartbeat(model, reached);
    heartbeat(predictions, config.topics().predictions(), heartbeat);
    heartbeat(labels, config.topics().labels(), heartbeat);
  }

  private static void heartbeat(
      TestInputTopic<String, byte[]> input, String topic, Heartbeat heartbeat) {
    Headers headers = heartbeat.toRecord(topic, 0).headers();
    input.pipeInput(new TestRecord<>(heartbeat.model(), null, headers, heartbeat.reached()));
  }

  void silence(String id, @Nullable Silence silence) {
    byte[] bytes = silence == null ? null : RawSerializer.write(silence);
    rawSilence(id, bytes);
  }

  void rawSilence(String id, byte @Nullable [] value) {
    input(config.topics().silences()).pipeInput(id, value);
  }

  static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  // --- time and results

  /**
   * Lets the processors publish and judge, as often as results need to flow through both stages.
   */
  void settle() {
    for (int i = 0; i < 6; i++) {
      pass(config.monitor().emitInterval());
    }
  }

  void pass(Duration wallClock) {
    driver.advanceWallClockTime(wallClock);
  }

  List<Verdict> verdicts() {
    read(config.topics().verdicts(), Verdict.class, verdicts);
    return verdicts;
  }

  List<Verdict> finalVerdicts() {
    return verdicts().stream().filter(v -> v.getStatus() == VerdictStatus.FINAL).toList();
  }

  List<Alert> alerts() {
    read(config.topics().alerts(), Alert.class, alerts);
    return alerts;
  }

  List<Metric> metrics() {
    List<Metric> read = new ArrayList<>();
    read(config.topics().metrics(), Metric.class, read);
    return read;
  }

  private <T extends SpecificRecord> void read(String topic, Class<T> type, List<T> into) {
    TestOutputTopic<String, T> output =
        driver.createOutputTopic(
            topic, new StringDeserializer(), RawAvroSerde.of(type).deserializer());
    into.addAll(output.readValuesToList());
  }

  /** The most bytes of a value by topic, changelogs too, of what was produced and not yet read. */
  Map<String, Integer> largest() {
    Map<String, Integer> largest = new TreeMap<>();
    for (String topic : driver.producedTopicNames()) {
      driver
          .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .readValuesToList()
          .forEach(value -> largest.merge(topic, value == null ? 0 : value.length, Math::max));
    }
    return largest;
  }

  /**
   * Drops what was produced and nobody has read, changelogs too: the driver keeps all of it in
   * memory, as no broker does.
   */
  void dropUnread() {
    for (String topic : driver.producedTopicNames()) {
      driver
          .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .readRecordsToList();
    }
  }

  List<TestRecord<String, byte[]>> deadLetters() {
    return driver
        .createOutputTopic(
            config.topics().deadLetters(), new StringDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /** What the application measures of itself. */
  Metrics measured() {
    return counted;
  }

  TopologyTestDriver driver() {
    return driver;
  }

  @Override
  public void close() {
    driver.close();
  }

  /** Writes every record without a registry. */
  private static final class RawSerializer implements Serializer<SpecificRecord> {
    private static final ClassValue<Serializer<SpecificRecord>> SERIALIZERS =
        new ClassValue<>() {
          @Override
          protected Serializer<SpecificRecord> computeValue(Class<?> type) {
            return of(type.asSubclass(SpecificRecord.class));
          }
        };

    @Override
    public byte[] serialize(String topic, SpecificRecord record) {
      return write(record);
    }

    private static byte[] write(SpecificRecord record) {
      return SERIALIZERS.get(record.getClass()).serialize("", record);
    }

    @SuppressWarnings("unchecked")
    private static <T extends SpecificRecord> Serializer<SpecificRecord> of(Class<T> type) {
      Serializer<T> serializer = RawAvroSerde.of(type).serializer();
      return (topic, record) -> serializer.serialize(topic, (T) record);
    }
  }

  /** Reads predictions and labels without a registry. */
  private record RawDeserializer(AppConfig config) implements Deserializer<Object> {
    @Override
    public Object deserialize(String topic, byte[] bytes) {
      if (topic.equals(config.topics().silences())) {
        return RawAvroSerde.of(Silence.class).deserializer().deserialize(topic, bytes);
      }
      if (topic.equals(config.topics().alerts())) {
        return RawAvroSerde.of(Alert.class).deserializer().deserialize(topic, bytes);
      }
      return topic.equals(config.topics().predictions())
          ? RawAvroSerde.of(Prediction.class).deserializer().deserialize(topic, bytes)
          : RawAvroSerde.of(Label.class).deserializer().deserialize(topic, bytes);
    }
  }
}
