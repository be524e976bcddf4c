package io.evenkeel.app.runtime;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The records that the application passes over. They are kept with the offsets of its consumer
 * group, as a note at a partition of the dead letters, which it never reads: so every instance
 * knows them, and a reset forgets them.
 *
 * <p>To move the offset of the group past a record would lose those before it that are not
 * committed yet: they are read again.
 */
final class SkipList {
  private static final String MARK = "skip ";

  /** Brokers take notes of up to 4,096 bytes by default. */
  private static final int LONGEST = 4_000;

  private SkipList() {}

  private static TopicPartition home(String deadLetters) {
    return new TopicPartition(deadLetters, 0);
  }

  /** The records to pass over that have not been passed yet. */
  static Set<RecordPlace> of(Map<TopicPartition, OffsetAndMetadata> offsets, String deadLetters) {
    OffsetAndMetadata note = offsets.get(home(deadLetters));
    if (note == null || !note.metadata().startsWith(MARK)) {
      return Set.of();
    }
    return Arrays.stream(note.metadata().substring(MARK.length()).split(" "))
        .map(RecordPlace::parse)
        .filter(place -> !isPassed(place, offsets))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the group goes on after the record. */
  static boolean isPassed(RecordPlace place, Map<TopicPartition, OffsetAndMetadata> offsets) {
    OffsetAndMetadata offset = offsets.get(place.topicPartition());
    return offset != null && offset.offset() > place.offset();
  }

  /**
   * Makes sure that there is something to do.
   *
   * @throws StartException if the record has been passed, or is skipped already
   */
  static void checkNew(
      RecordPlace place, Map<TopicPartition, OffsetAndMetadata> offsets, String deadLetters) {
    if (isPassed(place, offsets)) {
      throw new StartException(
          place + " has been passed already; the application goes on after it");
    }
    if (of(offsets, deadLetters).contains(place)) {
      throw new StartException(
          place + " is skipped already; the application passes over it when it is started");
    }
  }

  /**
   * What to write down so that one more record is passed over.
   *
   * @throws StartException if there are too many
   */
  static Map<TopicPartition, OffsetAndMetadata> with(
      RecordPlace place, Map<TopicPartition, OffsetAndMetadata> offsets, String deadLetters) {
    Set<String> places = new TreeSet<>();
    of(offsets, deadLetters).forEach(known -> places.add(known.toString()));
    places.add(place.toString());
    String note = MARK + String.join(" ", places);
    if (note.length() > LONGEST) {
      throw new StartException(
          (places.size() - 1)
              + " records are to be skipped already; let the application pass them");
    }
    return Map.of(home(deadLetters), new OffsetAndMetadata(0, note));
  }
}
