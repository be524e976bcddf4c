package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class UnreadRecordsTest {
  private static final TopicPartition FIRST = new TopicPartition("predictions", 0);
  private static final TopicPartition SECOND = new TopicPartition("predictions", 1);
  private static final TopicPartition INTERNAL = new TopicPartition("partials", 0);

  @Test
  void areThoseThatWereDeletedBeforeTheyWereRead() {
    assertThat(
            UnreadRecords.between(
                Map.of(FIRST, 100L, SECOND, 100L, INTERNAL, 5L),
                Map.of(FIRST, 100L, SECOND, 130L),
                Map.of(FIRST, 400L, SECOND, 400L)))
        .singleElement()
        .asString()
        .startsWith("predictions-1: offsets 100 to 129 were deleted before they were read");
  }

  @Test
  void areThoseOfATopicThatWasCreatedAgain() {
    assertThat(
            UnreadRecords.between(
                Map.of(FIRST, 100L, SECOND, 100L),
                Map.of(FIRST, 0L, SECOND, 0L),
                Map.of(FIRST, 7L, SECOND, 100L)))
        .singleElement()
        .asString()
        .startsWith("predictions-0: it ends at offset 7, before 100")
        .contains("deleted and created again");
  }

  @Test
  void areNoneOfAPartitionThatHasNotBeenRead() {
    assertThat(UnreadRecords.between(Map.of(), Map.of(FIRST, 50L), Map.of(FIRST, 60L))).isEmpty();
  }
}
