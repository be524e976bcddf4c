package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.RequestSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The properties of Kafka clients and of Kafka Streams. */
public final class KafkaProperties {
  private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

  private KafkaProperties() {}

  /**
   * The properties of Kafka Streams. Of several values for one key, the first of these holds:
   *
   * <ol>
   *   <li>what Evenkeel relies on: the application's id, explicit names, and {@code fixed}
   *   <li>{@code kafka.*} of the configuration; it may not name the former
   *   <li>Evenkeel's defaults: exactly-once, transactions of up to two minutes, a thread per
   *       processor, batches of 128 KiB compressed by lz4, a buffer of twice the largest request,
   *       64 MiB of caches, {@link BoundedRocksDb}, records of up to 8 MiB in the topics of Kafka
   *       Streams
   *   <li>Kafka's defaults
   * </ol>
   *
   * @param fixed what the topology relies on, such as its exception handlers
   * @throws ConfigException if no broker is named, or a key is named that is not the user's to set
   */
  public static Map<String, Object> streams(AppConfig config, Map<String, Object> fixed) {
    Map<String, Object> properties = new HashMap<>(defaults());
    // They have the prefix, and would go before what a user sets without it.
    properties.replaceAll((key, ours) -> ofAllClients(config, key).orElse(ours));
    // Each thread has a producer; it has to hold the largest record.
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * RequestSize.request(config.kafka()));
    properties.putAll(given(config));
    fixed.keySet().forEach(key -> refuse(config, key));
    properties.putAll(fixed);
    refuse(config, StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    return properties;
  }

  /**
   * The properties of any client: {@code kafka.*} of the configuration, without the protocol of
   * groups that Kafka Streams alone speaks.
   *
   * @throws ConfigException if no broker is named
   */
  public static Map<String, Object> clients(AppConfig config) {
    Map<String, Object> properties = given(config);
    properties
        .entrySet()
        .removeIf(
            property ->
                property.getKey().equals(StreamsConfig.GROUP_PROTOCOL_CONFIG)
                    && property.getValue().toString().equalsIgnoreCase("streams"));
    return properties;
  }

  private static Map<String, Object> given(AppConfig config) {
    if (config.kafka().getOrDefault(BOOTSTRAP_SERVERS, "").isBlank()) {
      throw new ConfigException(
          "kafka." + BOOTSTRAP_SERVERS,
          "is not set; name brokers, for example -D kafka.bootstrap.servers=localhost:9092");
    }
    return new HashMap<>(config.kafka());
  }

  /** What the user sets for all clients, of a property of producers. */
  private static Optional<Object> ofAllClients(AppConfig config, String key) {
    return key.startsWith(StreamsConfig.PRODUCER_PREFIX)
        ? Optional.ofNullable(
            config.kafka().get(key.substring(StreamsConfig.PRODUCER_PREFIX.length())))
        : Optional.empty();
  }

  /** The session timeout of the consumers with these properties. */
  static Duration sessionTimeout(Map<String, Object> properties) {
    String key = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
    Object given =
        ofMainConsumer(properties, key)
            .orElseGet(() -> ConsumerConfig.configDef().defaultValues().get(key));
    return Duration.ofMillis(Long.parseLong(String.valueOf(given)));
  }

  /** Whether a consumer with these properties keeps its place in the group while it is away. */
  static boolean isStaticMember(Map<String, Object> properties) {
    return ofMainConsumer(properties, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG).isPresent();
  }

  private static Optional<Object> ofMainConsumer(Map<String, Object> properties, String key) {
    return Stream.of(StreamsConfig.mainConsumerPrefix(key), StreamsConfig.consumerPrefix(key), key)
        .map(properties::get)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /*
   * Larger batches halve the work of producer and broker. The stores of the first stage share the
   * memory of caches, and hold values there instead of bytes. All series that have changed are
   * judged in one transaction: ten thousand of them take longer than the ten seconds that Kafka
   * Streams allows, and a task that is fenced for it would begin again for ever. The sums and
   * profiles of a model with thousands of classes are larger than the mebibyte that producers and
   * brokers take by default.
   */
  private static Map<String, Object> defaults() {
    return Map.of(
        StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
        StreamsConfig.EXACTLY_ONCE_V2,
        StreamsConfig.NUM_STREAM_THREADS_CONFIG,
        Runtime.getRuntime().availableProcessors(),
        StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
        64L << 20,
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
        BoundedRocksDb.class,
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        120_000,
        StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG),
        128 * 1024,
        StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG),
        "lz4",
        // Not by its prefixed name, which would go before what a user sets without the prefix.
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        RequestSize.DEFAULT,
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        RequestSize.DEFAULT);
  }

  private static void refuse(AppConfig config, String key) {
    if (config.kafka().containsKey(key)) {
      throw new ConfigException(
          "kafka." + key, "is set by Evenkeel, which relies on it; remove it");
    }
  }
}
