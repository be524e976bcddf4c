package io.evenkeel.app.follow;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Clients that read what is committed, and leave no trace: no group, no offsets, no topic. */
public final class CommittedConsumer {

  private CommittedConsumer() {}

  /**
   * A client that reads nothing yet.
   *
   * @param kafka properties of Kafka clients
   * @param reset what to do at an offset that is not there: {@code earliest}, or {@code none} to
   *     fail
   */
  public static <V> KafkaConsumer<String, V> of(
      Map<String, Object> kafka, String reset, Deserializer<V> values) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    return new KafkaConsumer<>(properties, new StringDeserializer(), values);
  }
}
