package io.evenkeel.app.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.serde.RegistryException;
import java.io.EOFException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class TopicFollowerTest {
  private static final TopicPartition PARTITION = new TopicPartition("alerts", 0);

  private final List<String> taken = new CopyOnWriteArrayList<>();
  private final AtomicLong now = new AtomicLong();
  private final MockConsumer<String, String> client = new MockConsumer<>("earliest");

  TopicFollowerTest() {
    client.updatePartitions("alerts", List.of(partition(0)));
    client.updateBeginningOffsets(Map.of(PARTITION, 0L));
    client.updateEndOffsets(Map.of(PARTITION, 3L));
  }

  private static PartitionInfo partition(int partition) {
    Node node = new Node(0, "localhost", 9092);
    return new PartitionInfo("alerts", partition, node, new Node[] {node}, new Node[] {node});
  }

  private TopicFollower<String> follower() {
    return follower(new TopicFollower.Values<>(this::take));
  }

  private TopicFollower<String> follower(TopicFollower.Listener<String> listener) {
    return new TopicFollower<>(client, List.of("alerts"), listener, now::get);
  }

  private void take(String value) {
    if (value.equals("bomb")) {
      throw new OutOfMemoryError("too large");
    }
    if (value.equals("poison")) {
      throw new IllegalStateException("cannot take it");
    }
    taken.add(value);
  }

  private void records() {
    long offset = 0;
    for (String value : List.of("a", "poison", "b")) {
      client.addRecord(new ConsumerRecord<>("alerts", 0, offset++, "key", value));
    }
  }

  @Test
  void passesOverARecordThatIsRefused() {
    client.schedulePollTask(this::records);
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
      assertThat(follower.skipped()).isEqualTo(1);
      assertThat(follower.problem()).isEmpty();
    }
  }

  /** At a second for each, hundreds of foreign records would hide the newest alerts for an hour. */
  @Test
  void passesOverManyUnreadableRecordsAtOnce() {
    int many = 50;
    client.updateEndOffsets(Map.of(PARTITION, many + 1L));
    for (int i = 0; i < many; i++) {
      int offset = i;
      client.schedulePollTask(
          () -> {
            throw unreadable(offset);
          });
    }
    client.schedulePollTask(
        () -> client.addRecord(new ConsumerRecord<>("alerts", 0, many, "key", "a")));
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a");
      assertThat(follower.skipped()).isEqualTo(many);
    }
  }

  private static RecordDeserializationException unreadable(long offset) {
    return new RecordDeserializationException(
        RecordDeserializationException.DeserializationExceptionOrigin.VALUE,
        PARTITION,
        offset,
        0,
        TimestampType.CREATE_TIME,
        null,
        null,
        new RecordHeaders(),
        "what is that",
        new IllegalArgumentException("what is that"));
  }

  @Test
  void goesOnAfterAnyErrorAndSaysSoMeanwhile() {
    client.setPollException(new KafkaException(new IllegalArgumentException("what is that")));
    client.schedulePollTask(() -> {});
    client.schedulePollTask(this::records);
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(() -> follower.problem().isPresent());
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
      assertThat(follower.problem()).isEmpty();
    }
  }

  @Test
  void goesOnAfterAnErrorOfTheMachineAndSaysSoMeanwhile() {
    client.schedulePollTask(
        () -> {
          throw new StackOverflowError();
        });
    client.schedulePollTask(this::records);
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(() -> follower.problem().isPresent());
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
    }
  }

  @Test
  void handsOverWhatWasPolledWithARecordThatAnErrorKeptFromTheListener() {
    client.schedulePollTask(
        () -> {
          client.addRecord(new ConsumerRecord<>("alerts", 0, 0, "key", "a"));
          client.addRecord(new ConsumerRecord<>("alerts", 0, 1, "key", "bomb"));
          client.addRecord(new ConsumerRecord<>("alerts", 0, 2, "key", "b"));
        });
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
      assertThat(follower.skipped()).isEqualTo(1);
    }
  }

  @Test
  void readsPartitionsThatAreAddedFromTheirBeginning() {
    TopicPartition added = new TopicPartition("alerts", 1);
    client.schedulePollTask(this::records);
    client.schedulePollTask(
        () -> {
          client.updatePartitions("alerts", List.of(partition(0), partition(1)));
          client.updateBeginningOffsets(Map.of(added, 0L));
          client.updateEndOffsets(Map.of(added, 1L));
          now.set(Duration.ofMinutes(2).toNanos());
        });
    client.schedulePollTask(
        () -> client.addRecord(new ConsumerRecord<>("alerts", 1, 0, "key", "new")));
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(() -> taken.contains("new"));

      assertThat(taken).containsExactly("a", "b", "new");
    }
  }

  /** Takes key and value of every record; when it has caught up first, a minute passes. */
  private final class All implements TopicFollower.Listener<String> {
    @Override
    public void take(ConsumerRecord<String, String> record) {
      taken.add(record.key() + "=" + record.value());
    }

    @Override
    public void caughtUp() {
      taken.add("caught up");
      now.set(Duration.ofMinutes(1).toNanos());
    }
  }

  @Test
  void handsOverWhatIsDeleted() {
    client.updateEndOffsets(Map.of(PARTITION, 1L));
    client.schedulePollTask(
        () -> client.addRecord(new ConsumerRecord<>("alerts", 0, 0, "key", null)));
    try (TopicFollower<String> follower = follower(new All())) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).startsWith("key=null");
    }
  }

  @Test
  void handsNothingDeletedToOneWhoTakesValues() {
    client.updateEndOffsets(Map.of(PARTITION, 2L));
    client.schedulePollTask(
        () -> {
          client.addRecord(new ConsumerRecord<>("alerts", 0, 0, "key", null));
          client.addRecord(new ConsumerRecord<>("alerts", 0, 1, "key", "a"));
        });
    try (TopicFollower<String> follower = follower()) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a");
      assertThat(follower.skipped()).isZero();
    }
  }

  @Test
  void saysThatItHasCaughtUpOnceItHasWhatWasThereTheLastTime() {
    client.schedulePollTask(
        () -> {
          records();
          client.updateEndOffsets(Map.of(PARTITION, 4L));
        });
    for (int poll = 0; poll < 5; poll++) {
      client.schedulePollTask(() -> {});
    }
    client.schedulePollTask(
        () -> client.addRecord(new ConsumerRecord<>("alerts", 0, 3, "key", "c")));
    try (TopicFollower<String> follower = follower(new All())) {
      follower.start();
      await().until(() -> Collections.frequency(taken, "caught up") > 1);

      assertThat(taken)
          .startsWith("key=a", "key=poison", "key=b", "caught up", "key=c", "caught up");
    }
  }

  @Test
  void saysThatItHasCaughtUpOnceAMinute() {
    TopicFollower.Listener<String> hurried =
        new TopicFollower.Listener<>() {
          @Override
          public void take(ConsumerRecord<String, String> record) {
            taken.add(record.value());
          }

          @Override
          public void caughtUp() {
            taken.add("caught up");
            now.addAndGet(Duration.ofSeconds(59).toNanos());
          }
        };
    CountDownLatch polled = new CountDownLatch(5);
    client.schedulePollTask(this::records);
    for (int poll = 0; poll < 5; poll++) {
      client.schedulePollTask(polled::countDown);
    }
    try (TopicFollower<String> follower = follower(hurried)) {
      follower.start();
      await().until(() -> polled.getCount() == 0);

      assertThat(taken).containsExactly("a", "poison", "b", "caught up");
    }
  }

  @Test
  void tellsARegistryThatIsDownFromARecordThatIsTorn() {
    assertThat(Surroundings.failed(new SerializationException(new ConnectException()))).isTrue();
    assertThat(Surroundings.failed(new SerializationException(new RegistryException("down", null))))
        .isTrue();
    assertThat(Surroundings.failed(new SerializationException(new EOFException()))).isFalse();
  }
}
