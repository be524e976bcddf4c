package io.evenkeel.local;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Hands every committed value of some topics, from their beginning, to a consumer, in a thread. */
public final class TopicFollower<V> implements AutoCloseable {
  private final KafkaConsumer<String, V> consumer;
  private final Consumer<V> values;
  private final Thread thread;

  /**
   * A follower that does not follow yet.
   *
   * @param kafka properties of Kafka clients
   * @param topics which exist
   * @param values called in one thread
   */
  public TopicFollower(
      Map<String, Object> kafka,
      List<String> topics,
      Deserializer<V> deserializer,
      Consumer<V> values) {
    this.values = values;
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    consumer = new KafkaConsumer<>(properties, new StringDeserializer(), deserializer);
    List<TopicPartition> partitions =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    thread = new Thread(this::follow, "follow-" + String.join("-", topics));
  }

  /** Starts to follow. */
  public void start() {
    thread.start();
  }

  private void follow() {
    try (consumer) {
      while (true) {
        for (ConsumerRecord<String, V> record : consumer.poll(Duration.ofSeconds(1))) {
          values.accept(record.value());
        }
      }
    } catch (WakeupException e) {
      // close() asks for the end this way.
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
