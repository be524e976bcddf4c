package io.evenkeel.app.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicReaderTest {
  private static final TopicPartition PARTITION = new TopicPartition("predictions", 0);

  private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("none");
  private final TopicReader reader = new TopicReader(consumer, "broker:9092", (what, n) -> {});

  private List<Long> range(long from, long through) {
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 3L));
    consumer.schedulePollTask(
        () -> {
          for (long offset = from; offset < 3; offset++) {
            consumer.addRecord(new ConsumerRecord<>(PARTITION.topic(), 0, offset, "", new byte[0]));
          }
        });
    List<Long> offsets = new ArrayList<>();
    reader.range(PARTITION, from, through, record -> offsets.add(record.offset()));
    return offsets;
  }

  @Test
  void handsOverARangeOrAllThatThereAre() {
    assertThat(range(1, 3)).containsExactly(1L, 2L);
    assertThat(range(1, Long.MAX_VALUE)).containsExactly(1L, 2L);
  }

  @Test
  void noticesThatTheTopicEndsBeforeTheOffsets() {
    assertThatThrownBy(() -> range(1, 4))
        .isInstanceOf(AbsentException.class)
        .hasMessageContaining("offset 3 of predictions-0 is gone; the topic now ends at 3");
  }
}
