package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SkipListTest {
  private static final String DEAD = "evenkeel.dead-letters";
  private static final RecordPlace FIRST = RecordPlace.parse("evenkeel.labels-0@17");
  private static final RecordPlace SECOND = RecordPlace.parse("my-own-topic-3@5");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void readsPlacesAsTheyAreWritten() {
    assertThat(SECOND).isEqualTo(new RecordPlace("my-own-topic", 3, 5));
    assertThat(RecordPlace.parse(FIRST.toString())).isEqualTo(FIRST);
    for (String wrong : List.of("", "17", "labels@17", "labels-0", "labels-x@1", "labels-0@-1")) {
      assertThatThrownBy(() -> RecordPlace.parse(wrong))
          .hasMessageEndingWith("is not topic-partition@offset, such as evenkeel.labels-0@17");
    }
  }

  @Test
  void keepsWhatIsToBeSkippedUntilItIsPassed() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    offsets.put(FIRST.topicPartition(), new OffsetAndMetadata(3));
    assertThat(SkipList.of(offsets, DEAD)).isEmpty();

    offsets.putAll(SkipList.with(FIRST, offsets, DEAD));
    offsets.putAll(SkipList.with(SECOND, offsets, DEAD));
    assertThat(SkipList.of(offsets, DEAD)).containsExactlyInAnyOrder(FIRST, SECOND);

    offsets.put(FIRST.topicPartition(), new OffsetAndMetadata(18));
    assertThat(SkipList.of(offsets, DEAD)).containsExactly(SECOND);
  }

  @Test
  void refusesARecordThatIsSkippedOrPassedAlready() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    offsets.put(FIRST.topicPartition(), new OffsetAndMetadata(17));
    assertThatCode(() -> SkipList.checkNew(FIRST, offsets, DEAD)).doesNotThrowAnyException();

    offsets.putAll(SkipList.with(FIRST, offsets, DEAD));
    assertThatThrownBy(() -> SkipList.checkNew(FIRST, offsets, DEAD))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("evenkeel.labels-0@17 is skipped already");

    offsets.put(FIRST.topicPartition(), new OffsetAndMetadata(18));
    assertThatThrownBy(() -> SkipList.checkNew(FIRST, offsets, DEAD))
        .hasMessageStartingWith("evenkeel.labels-0@17 has been passed already");
  }

  @Test
  void refusesMoreThanBrokersKeep() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1000; i++) {
                RecordPlace place = new RecordPlace("evenkeel.labels", 0, i);
                offsets.putAll(SkipList.with(place, offsets, DEAD));
              }
            })
        .isInstanceOf(StartException.class)
        .hasMessageContaining("let the application pass them");
  }

  @Test
  void takesOutWhatIsSkippedAndNothingElse() {
    TopicPartition labels = new TopicPartition("evenkeel.labels", 0);
    List<ConsumerRecord<byte[], byte[]>> records =
        List.of(
            new ConsumerRecord<>("evenkeel.labels", 0, 16, bytes("a"), bytes("1")),
            new ConsumerRecord<>("evenkeel.labels", 0, 17, bytes("b"), bytes("2")),
            new ConsumerRecord<>("evenkeel.labels", 0, 18, bytes("c"), bytes("3")));
    Map<TopicPartition, OffsetAndMetadata> next = Map.of(labels, new OffsetAndMetadata(19));
    try (SkippingInterceptor interceptor = new SkippingInterceptor()) {
      interceptor.configure(Map.of("evenkeel.skips", Set.of(FIRST)));

      ConsumerRecords<byte[], byte[]> kept =
          interceptor.onConsume(new ConsumerRecords<>(Map.of(labels, records), next));

      assertThat(kept.records(labels)).extracting(ConsumerRecord::offset).containsExactly(16L, 18L);
      assertThat(kept.nextOffsets()).isEqualTo(next);
    }
  }

  @Test
  void worksBesideOtherInterceptorsAndOnlyWhereSomethingIsSkipped() {
    Map<String, Object> others = Map.of("consumer.interceptor.classes", "my.Interceptor");

    assertThat(SkippingInterceptor.properties(Set.of(), others)).isEmpty();
    assertThat(SkippingInterceptor.properties(Set.of(FIRST), others))
        .containsEntry(
            "main.consumer.interceptor.classes",
            "my.Interceptor," + SkippingInterceptor.class.getName());
  }
}
