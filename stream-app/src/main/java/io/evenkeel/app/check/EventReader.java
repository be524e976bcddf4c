package io.evenkeel.app.check;

import io.evenkeel.app.check.ReadRange.Span;
import io.evenkeel.app.follow.BrokerSilence;
import io.evenkeel.app.follow.CommittedConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Mutable: reads what a topic of events holds when it is asked, once, without leaving a trace. */
final class EventReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final KafkaConsumer<String, byte[]> consumer;

  /** A reader with the properties of Kafka clients. */
  EventReader(Map<String, Object> kafka) {
    consumer = CommittedConsumer.of(kafka, "earliest", new ByteArrayDeserializer());
  }

  /**
   * Hands over the records of a topic that are in the range.
   *
   * @return by partition, which records these are
   */
  Map<Integer, Span> read(
      String topic, int partitions, ReadRange range, Consumer<ConsumerRecord<String, byte[]>> to) {
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    consumer.assign(all);
    Map<TopicPartition, Span> spans = spans(all, range);
    spans.forEach((partition, span) -> consumer.seek(partition, span.from()));
    BrokerSilence silence = new BrokerSilence(consumer);
    while (spans.entrySet().stream().anyMatch(entry -> position(entry) < entry.getValue().to())) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        Span span = spans.get(new TopicPartition(topic, record.partition()));
        if (span != null && record.offset() < span.to()) {
          to.accept(record);
        }
      }
      silence.check();
    }
    return spans.entrySet().stream()
        .collect(Collectors.toMap(entry -> entry.getKey().partition(), Map.Entry::getValue));
  }

  private long position(Map.Entry<TopicPartition, Span> entry) {
    return consumer.position(entry.getKey());
  }

  private Map<TopicPartition, Span> spans(List<TopicPartition> all, ReadRange range) {
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(all);
    Map<TopicPartition, Long> ends = consumer.endOffsets(all);
    Map<TopicPartition, Long> since = since(all, range.since(), begins, ends);
    List<Span> whole =
        all.stream()
            .map(
                partition -> {
                  long begin = begins.getOrDefault(partition, 0L);
                  return Span.from(
                      since.getOrDefault(partition, begin),
                      begin,
                      ends.getOrDefault(partition, begin));
                })
            .toList();
    List<Span> read = range.of(whole);
    return IntStream.range(0, all.size()).boxed().collect(Collectors.toMap(all::get, read::get));
  }

  private Map<TopicPartition, Long> since(
      List<TopicPartition> all,
      @Nullable Instant time,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends) {
    if (time == null) {
      return begins;
    }
    Map<TopicPartition, Long> asked = new HashMap<>();
    all.forEach(partition -> asked.put(partition, time.toEpochMilli()));
    Map<TopicPartition, Long> offsets = new HashMap<>(ends);
    for (Map.Entry<TopicPartition, @Nullable OffsetAndTimestamp> found :
        consumer.offsetsForTimes(asked).entrySet()) {
      if (found.getValue() != null) {
        offsets.put(found.getKey(), found.getValue().offset());
      }
    }
    return offsets;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
