package io.evenkeel.app.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.serde.RegistryException;
import java.io.EOFException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class TopicFollowerTest {
  private static final TopicPartition PARTITION = new TopicPartition("alerts", 0);

  private final List<String> taken = Collections.synchronizedList(new ArrayList<>());
  private final MockConsumer<String, String> client = new MockConsumer<>("earliest");

  TopicFollowerTest() {
    Node node = new Node(0, "localhost", 9092);
    client.updatePartitions(
        "alerts",
        List.of(new PartitionInfo("alerts", 0, node, new Node[] {node}, new Node[] {node})));
    client.updateBeginningOffsets(Map.of(PARTITION, 0L));
    client.updateEndOffsets(Map.of(PARTITION, 3L));
  }

  private void take(String value) {
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
    try (TopicFollower<String> follower =
        new TopicFollower<>(client, List.of("alerts"), this::take)) {
      follower.start();
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
      assertThat(follower.skipped()).isEqualTo(1);
      assertThat(follower.problem()).isEmpty();
    }
  }

  @Test
  void goesOnAfterAnyErrorAndSaysSoMeanwhile() {
    client.setPollException(new KafkaException(new IllegalArgumentException("what is that")));
    client.schedulePollTask(() -> {});
    client.schedulePollTask(this::records);
    try (TopicFollower<String> follower =
        new TopicFollower<>(client, List.of("alerts"), this::take)) {
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
    try (TopicFollower<String> follower =
        new TopicFollower<>(client, List.of("alerts"), this::take)) {
      follower.start();
      await().until(() -> follower.problem().isPresent());
      await().until(follower::caughtUp);

      assertThat(taken).containsExactly("a", "b");
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
