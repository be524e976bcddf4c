package io.evenkeel.app.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the records that are to be skipped out of what the application reads. */
public final class SkippingInterceptor implements ConsumerInterceptor<byte[], byte[]> {
  private static final Logger LOGGER = LoggerFactory.getLogger(SkippingInterceptor.class);

  /** Kafka makes the interceptor itself; this is how it gets the places. */
  private static final String PLACES = "evenkeel.skips";

  private Set<RecordPlace> places = Set.of();

  /**
   * The Kafka Streams properties that put it to work, beside interceptors that are there; none if
   * nothing is to be skipped.
   */
  static Map<String, Object> properties(Set<RecordPlace> places, Map<String, Object> others) {
    if (places.isEmpty()) {
      return Map.of();
    }
    String own = StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
    String all = StreamsConfig.consumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
    Object former = others.getOrDefault(own, others.get(all));
    String name = SkippingInterceptor.class.getName();
    return Map.of(
        own,
        former == null ? name : former + "," + name,
        StreamsConfig.mainConsumerPrefix(PLACES),
        places);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void configure(Map<String, ?> configs) {
    places = (Set<RecordPlace>) Objects.requireNonNull(configs.get(PLACES), PLACES);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
    for (TopicPartition partition : records.partitions()) {
      kept.put(
          partition,
          records.records(partition).stream().filter(record -> !isSkipped(record)).toList());
    }
    return new ConsumerRecords<>(kept, records.nextOffsets());
  }

  private boolean isSkipped(ConsumerRecord<byte[], byte[]> record) {
    RecordPlace place = new RecordPlace(record.topic(), record.partition(), record.offset());
    boolean skipped = places.contains(place);
    if (skipped) {
      LOGGER.warn("event=skip record={}", place);
    }
    return skipped;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
