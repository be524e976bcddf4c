package io.evenkeel.app.oncall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes records to topics, each acknowledged by all replicas. Immutable. */
final class TopicWriter {
  private final Map<String, Object> kafka;

  /**
   * A writer that has no connection yet.
   *
   * @param kafka properties of Kafka clients
   */
  TopicWriter(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    this.kafka = Map.copyOf(properties);
  }

  /**
   * Writes records and waits until all of them are there.
   *
   * @param what is written, in words, such as "the silence"
   * @param records values by key; null deletes what has the key
   * @throws IllegalStateException if one cannot be written
   */
  void write(String topic, String what, Map<String, byte @Nullable []> records) {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(kafka, new StringSerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(
          (key, value) -> sent.add(producer.send(new ProducerRecord<>(topic, key, value))));
      producer.flush();
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          what + " cannot be written to " + topic + " (" + e.getCause() + ")", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the brokers", e);
    }
  }
}
