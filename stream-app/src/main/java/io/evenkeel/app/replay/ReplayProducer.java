package io.evenkeel.app.replay;

import io.evenkeel.app.config.SerdeSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;

/** Makes producers of events. */
public final class ReplayProducer {

  private ReplayProducer() {}

  /**
   * A producer of events; to be closed after use.
   *
   * @param clients properties of the Kafka clients, {@code bootstrap.servers} among them
   * @param serde how events become bytes
   */
  public static Producer<String, SpecificRecord> of(
      Map<String, Object> clients, SerdeSettings serde) {
    return new KafkaProducer<>(properties(clients, serde));
  }

  /**
   * The properties of the producer. Of several values for one key, the first of these holds: that
   * every event is written once, in order and acknowledged by all replicas; those for clients with
   * the prefix {@code producer.}; those without; large compressed batches; Kafka's defaults.
   */
  static Map<String, Object> properties(Map<String, Object> clients, SerdeSettings serde) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 512 * 1024);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    properties.putAll(serde.properties());
    clients.forEach(
        (key, value) -> {
          if (ProducerConfig.configNames().contains(key)) {
            properties.put(key, value);
          }
        });
    clients.forEach(
        (key, value) -> {
          if (key.startsWith(StreamsConfig.PRODUCER_PREFIX)) {
            properties.put(key.substring(StreamsConfig.PRODUCER_PREFIX.length()), value);
          }
        });
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // Of several requests to a partition that has no leader yet, brokers before 4.5 may refuse the
    // first and take the second; then they never take the first (KAFKA-15591).
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, serde.serializer());
    return properties;
  }
}
