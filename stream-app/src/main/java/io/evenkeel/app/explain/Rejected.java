package io.evenkeel.app.explain;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The events at some offsets that ended as dead letters, by where they came from: mutable. Of the
 * others nothing is kept: there may be millions.
 */
final class Rejected {
  private record Origin(TopicPartition partition, long offset) {}

  private final TopicNames names;
  private final Map<Integer, SourceOffsets> sources = new HashMap<>();
  private final Map<Origin, String> reasons = new HashMap<>();

  /** None yet of the events at these offsets. */
  Rejected(TopicNames names, Sources sources) {
    this.names = names;
    sources.offsets().forEach(source -> this.sources.put(source.getPartition(), source));
  }

  /** Takes in a dead letter, if it says where it came from. */
  void add(ConsumerRecord<String, byte[]> letter) {
    String topic = header(letter, DeadLetters.TOPIC);
    String partition = header(letter, DeadLetters.PARTITION);
    String offset = header(letter, DeadLetters.OFFSET);
    String reason = header(letter, DeadLetters.REASON);
    if (topic != null && partition != null && offset != null && reason != null) {
      try {
        TopicPartition source = new TopicPartition(topic, Integer.parseInt(partition));
        Origin origin = new Origin(source, Long.parseLong(offset));
        if (counts(origin)) {
          reasons.put(origin, reason);
        }
      } catch (NumberFormatException e) {
        // Another program wrote it: it says of no event that it was rejected.
      }
    }
  }

  private boolean counts(Origin origin) {
    SourceOffsets source = sources.get(origin.partition.partition());
    if (source == null) {
      return false;
    }
    String topic = origin.partition.topic();
    boolean isPrediction =
        topic.equals(names.predictions())
            && origin.offset >= source.getPredictionsFrom()
            && origin.offset < source.getPredictionsThrough();
    return isPrediction
        || (topic.equals(names.labels())
            && origin.offset >= source.getLabelsFrom()
            && origin.offset < source.getLabelsThrough());
  }

  private static @Nullable String header(ConsumerRecord<String, byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** Whether the event was rejected. */
  boolean holds(ConsumerRecord<String, byte[]> event) {
    return reasons.containsKey(origin(event));
  }

  /** Whether the event was rejected as a label that came too late. */
  boolean asLate(ConsumerRecord<String, byte[]> event) {
    return Reason.LATE_LABEL.code().equals(reasons.get(origin(event)));
  }

  private static Origin origin(ConsumerRecord<String, byte[]> event) {
    return new Origin(new TopicPartition(event.topic(), event.partition()), event.offset());
  }
}
