package io.evenkeel.app.runtime;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.topology.CalibrationTopology;
import io.evenkeel.app.topology.QuarantineHandler;
import io.evenkeel.app.topology.Topics;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
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
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: the topology in this process, with one partition and without a broker or a registry.
 * Events go in one by one, and each is processed at once. The wall clock moves only when the caller
 * advances it.
 *
 * <p>The engine keeps what the topology writes, changelogs too, until it is read: call {@link
 * #dropUnread} now and then.
 */
public final class InProcessTopology implements AutoCloseable {
  /** Properties of Kafka Streams with which nothing is written to files: twice as fast. */
  public static final Map<String, Object> IN_MEMORY =
      Map.of(
          StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
          InMemoryDslStoreSuppliers.class,
          StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
          StreamsConfig.EXACTLY_ONCE_V2,
          // Nothing waits for the other stream here; to find that out takes time with each event.
          StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
          StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);

  private final TopologyTestDriver driver;
  private final Metrics measured = new Metrics();
  private final TestInputTopic<String, byte[]> predictions;
  private final TestInputTopic<String, byte[]> labels;
  private final TestOutputTopic<String, Verdict> verdicts;
  private final TestOutputTopic<String, Metric> numbers;
  private final TestOutputTopic<String, Alert> alerts;
  private final TestOutputTopic<String, PublishedMap> recalibrations;
  private final TestOutputTopic<String, byte[]> deadLetters;

  /**
   * A topology that has seen nothing.
   *
   * @param state folder of the stores that are kept in files; it must be its own
   * @param start wall-clock time
   * @param options properties of Kafka Streams, such as where the stores are
   */
  public InProcessTopology(
      AppConfig config, Path state, Instant start, Map<String, Object> options) {
    Properties properties = properties(config, state, measured);
    properties.putAll(options);
    driver =
        new TopologyTestDriver(
            CalibrationTopology.build(
                config, new StreamsConfig(properties), topics(config), measured, 1),
            properties,
            start);
    predictions = input(config.topics().predictions());
    labels = input(config.topics().labels());
    verdicts = output(config.topics().verdicts(), RawAvroSerde.of(Verdict.class).deserializer());
    numbers = output(config.topics().metrics(), RawAvroSerde.of(Metric.class).deserializer());
    alerts = output(config.topics().alerts(), RawAvroSerde.of(Alert.class).deserializer());
    recalibrations =
        output(
            config.topics().recalibrations(), RawAvroSerde.of(PublishedMap.class).deserializer());
    deadLetters = output(config.topics().deadLetters(), new ByteArrayDeserializer());
  }

  /** The properties of Kafka Streams that the topology relies on. */
  public static Properties properties(AppConfig config, Path state, Metrics metrics) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.putAll(QuarantineHandler.properties(config, metrics));
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    return properties;
  }

  /** The topics, whose records need no registry. */
  public static Topics topics(AppConfig config) {
    return Topics.of(config, new RawSerializer(), () -> deserializer(config));
  }

  /** Reads public records without a registry. */
  public static Deserializer<Object> deserializer(AppConfig config) {
    return new RawDeserializer(config);
  }

  /** The bytes of a public record without a registry. */
  public static byte[] bytes(SpecificRecord record) {
    return RawSerializer.write(record);
  }

  /** A topic to write to. */
  public TestInputTopic<String, byte[]> input(String topic) {
    return driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer());
  }

  private <V> TestOutputTopic<String, V> output(String topic, Deserializer<V> values) {
    return driver.createOutputTopic(topic, new StringDeserializer(), values);
  }

  /** Takes in a prediction. */
  public void predict(PredictionEvent event) {
    byte[] bytes = bytes(PredictionCodec.encode(event));
    predictions.pipeInput(event.id(), bytes, Instant.ofEpochMilli(event.madeAt()));
  }

  /** Takes in a label. */
  public void label(LabelEvent event) {
    byte[] bytes = bytes(LabelCodec.encode(event));
    labels.pipeInput(event.id(), bytes, Instant.ofEpochMilli(event.knownAt()));
  }

  /** Lets wall-clock time pass, at the end of which the processors do once what is due. */
  public void pass(Duration wallClock) {
    driver.advanceWallClockTime(wallClock);
  }

  /** The alerts that were written since this was last called. */
  public List<Alert> alerts() {
    return alerts.readValuesToList();
  }

  /** The maps that were published or withdrawn, but not deleted, since this was last called. */
  public List<PublishedMap> recalibrations() {
    return recalibrations.readValuesToList().stream().filter(Objects::nonNull).toList();
  }

  /** The verdicts that were written since this was last called. */
  public List<Verdict> verdicts() {
    return verdicts.readValuesToList();
  }

  /** The numbers of verdicts that were written since this was last called. */
  public List<Metric> metrics() {
    return numbers.readValuesToList();
  }

  /** The dead letters since this was last called. */
  public List<TestRecord<String, byte[]>> deadLetters() {
    return deadLetters.readRecordsToList();
  }

  /**
   * Drops what was written, to any topic, and has not been read.
   *
   * @return the topics that it was written to
   */
  public Set<String> dropUnread() {
    Set<String> written = new HashSet<>();
    for (String topic : driver.producedTopicNames()) {
      var output =
          driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      if (!output.readRecordsToList().isEmpty()) {
        written.add(topic);
      }
    }
    return written;
  }

  /** What the application measures of itself. */
  public Metrics measured() {
    return measured;
  }

  /** The engine. */
  public TopologyTestDriver driver() {
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
    public byte @Nullable [] serialize(String topic, @Nullable SpecificRecord record) {
      return record == null ? null : write(record);
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

  /** Reads the records that the application reads without a registry. */
  private static final class RawDeserializer implements Deserializer<Object> {
    private final Map<String, Deserializer<? extends SpecificRecord>> byTopic;

    RawDeserializer(AppConfig config) {
      var names = config.topics();
      byTopic =
          Map.of(
              names.predictions(), RawAvroSerde.of(Prediction.class).deserializer(),
              names.labels(), RawAvroSerde.of(Label.class).deserializer(),
              names.silences(), RawAvroSerde.of(Silence.class).deserializer(),
              names.alerts(), RawAvroSerde.of(Alert.class).deserializer());
    }

    @Override
    public Object deserialize(String topic, byte[] bytes) {
      return Objects.requireNonNull(byTopic.get(topic), topic).deserialize(topic, bytes);
    }
  }
}
