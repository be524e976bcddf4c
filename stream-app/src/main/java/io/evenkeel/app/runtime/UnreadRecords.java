package io.evenkeel.app.runtime;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Predictions and labels that are gone before they were read. */
final class UnreadRecords {
  private UnreadRecords() {}

  /**
   * What is gone, in a sentence for each partition.
   *
   * @param inputs the topics that are read
   * @param offsets where the consumer group goes on
   */
  static List<String> find(
      List<String> inputs, Brokers brokers, Map<TopicPartition, OffsetAndMetadata> offsets) {
    List<TopicDescription> topics = List.copyOf(brokers.describe(inputs).values());
    Map<TopicPartition, Long> next =
        offsets.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
    return between(
        next,
        brokers.offsets(topics, OffsetSpec.earliest()),
        brokers.offsets(topics, OffsetSpec.latest()));
  }

  /**
   * The same, given where each partition begins and ends, and where it is to be read on.
   *
   * @param next may have other partitions, too
   */
  static List<String> between(
      Map<TopicPartition, Long> next,
      Map<TopicPartition, Long> begin,
      Map<TopicPartition, Long> end) {
    return begin.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
        .flatMap(
            entry -> {
              TopicPartition partition = entry.getKey();
              long first = entry.getValue();
              long read = next.getOrDefault(partition, first);
              long last = end.getOrDefault(partition, read);
              return gone(partition, read, first, last).stream();
            })
        .toList();
  }

  private static Optional<String> gone(TopicPartition partition, long read, long first, long last) {
    if (first > read) {
      return Optional.of(
          "%s: offsets %d to %d were deleted before they were read. Let the topic"
                  .formatted(partition, read, first - 1)
              + " keep records for longer than the application may be stopped");
    }
    return last < read
        ? Optional.of(
            "%s: it ends at offset %d, before %d, up to which it was read: the topic was deleted and"
                    .formatted(partition, last, read)
                + " created again. It is read from its beginning; 'evenkeel explain' cannot count"
                + " what it held before")
        : Optional.empty();
  }
}
