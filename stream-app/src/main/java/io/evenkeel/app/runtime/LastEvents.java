package io.evenkeel.app.runtime;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/** Notes when records of a topic were last read. */
public final class LastEvents implements ConsumerInterceptor<byte[], byte[]> {
  /** Kafka makes the interceptor itself; this is how it gets the object. */
  private static final String METRICS = "evenkeel.metrics";

  @SuppressWarnings("NullAway.Init")
  private Metrics metrics;

  /** For Kafka, which calls {@link #configure} next. */
  public LastEvents() {}

  /** The Kafka Streams properties that put it to work. */
  static Map<String, Object> properties(Metrics metrics) {
    return Map.of(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
        LastEvents.class.getName(),
        StreamsConfig.mainConsumerPrefix(METRICS),
        metrics);
  }

  @Override
  public void configure(Map<String, ?> configs) {
    metrics = (Metrics) Objects.requireNonNull(configs.get(METRICS), METRICS);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    double now = System.currentTimeMillis() / 1e3;
    for (TopicPartition partition : records.partitions()) {
      metrics.set(Instrument.LAST_EVENT, now, partition.topic());
    }
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
