package io.evenkeel.app.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.serde.RegistryException;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

class AlertmanagerBridgeTest extends BridgeScenario {
  /** Fires and ends, as written so long ago, and another alert that lasts. */
  private void ownAnEndedAlert(Duration ago) {
    consumer.updateEndOffsets(Map.of(PARTITION, 3L));
    long written = Instant.now().minus(ago).toEpochMilli();
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(PARTITION));
          consumer.addRecord(writtenAt(written, record(0, "ended", AlertState.FIRING)));
          consumer.addRecord(writtenAt(written, record(1, "ended", AlertState.RESOLVED)));
          consumer.addRecord(writtenAt(written, record(2, "lasts", AlertState.FIRING)));
        });
  }

  private static ConsumerRecord<byte[], byte[]> writtenAt(
      long time, ConsumerRecord<byte[], byte[]> record) {
    return new ConsumerRecord<>(
        TOPIC,
        0,
        record.offset(),
        time,
        TimestampType.CREATE_TIME,
        0,
        record.value().length,
        record.key(),
        record.value(),
        new RecordHeaders(),
        Optional.empty());
  }

  @Test
  void tellsTheEndOfAnAlertThatNobodyMayHaveToldOnce() throws IOException {
    ownAnEndedAlert(Duration.ofHours(1));
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await().until(() -> bodies.size() >= 2);

      JsonNode first = new ObjectMapper().readTree(bodies.get(0));
      assertThat(first.findValuesAsText("model")).containsExactlyInAnyOrder("ended", "lasts");
      assertThat(bodies.get(1)).doesNotContain("ended");
    }
  }

  @Test
  void tellsAnEndOnceWhileAnotherAlertmanagerIsAway() {
    ownAnEndedAlert(Duration.ofHours(1));
    Map<String, String> two = Map.of("alertmanager.urls", "http://localhost:1," + url());
    try (AlertmanagerBridge bridge = bridge(alerts(), two)) {
      bridge.start();

      await().until(() -> bodies.size() >= 3);

      assertThat(bodies.get(0)).contains("ended", "lasts");
      assertThat(bodies.subList(1, 3))
          .allSatisfy(body -> assertThat(body).contains("lasts").doesNotContain("ended"));
    }
  }

  @Test
  void sendsWhatIsOpenOnceAPartitionIsReadHoweverManyPartsThatTakes() {
    consumer.updateEndOffsets(Map.of(PARTITION, 2L));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(PARTITION));
          consumer.addRecord(record(0, "m0", AlertState.FIRING));
        });
    consumer.schedulePollTask(() -> consumer.addRecord(record(1, "m1", AlertState.RESOLVED)));
    Map<String, String> rarely = Map.of("alertmanager.resend-interval", "1h");
    try (AlertmanagerBridge bridge = bridge(alerts(), rarely)) {
      bridge.start();

      await().until(() -> !bodies.isEmpty());

      assertThat(bodies.get(0)).contains("m0");
    }
  }

  @Test
  void tellsNothingOfAnAlertThatEndedLongAgo() {
    ownAnEndedAlert(Duration.ofDays(2));
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await().until(() -> bodies.size() >= 2);

      assertThat(bodies).noneMatch(body -> body.contains("ended"));
    }
  }

  @Test
  void tellsAgainAndAgainWhatIsOpenInThePartitionsThatItOwns() {
    own(AlertState.FIRING, AlertState.RESOLVED);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await().until(() -> bodies.size() >= 3);

      assertThat(bodies).allSatisfy(body -> assertThat(body).contains("m0").doesNotContain("m1"));
      assertThat(credentials).containsOnly("null");
    }
    assertThat(metrics.scrape()).contains("evenkeel_alertmanager_delivered_total{url=\"" + url());
  }

  @Test
  void sendsWhatIsOpenInAPartitionThatItWasGivenWhileBrokersWereSilent() {
    silences.set(1);
    consumer.updateEndOffsets(Map.of(PARTITION, 1L));
    consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
    // Unlike brokers, the mock hands a record out once: it comes when the partition is owned.
    consumer.schedulePollTask(() -> {});
    consumer.schedulePollTask(() -> consumer.addRecord(record(0, "m0", AlertState.FIRING)));
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await().until(() -> !bodies.isEmpty());

      assertThat(silences).hasNegativeValue();
      assertThat(bodies.get(0)).contains("m0");
    }
  }

  @Test
  void tellsNothingOfAPartitionThatAnotherHasTakenOver() {
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();
      await().until(() -> !bodies.isEmpty());

      TopicPartition other = new TopicPartition(TOPIC, 1);
      consumer.updateBeginningOffsets(Map.of(other, 0L));
      consumer.updateEndOffsets(Map.of(other, 0L));
      AtomicInteger before = new AtomicInteger();
      consumer.schedulePollTask(
          () -> {
            consumer.rebalance(List.of(other));
            before.set(bodies.size());
          });
      await().until(() -> before.get() > 0);
      CountPolls polls = new CountPolls();
      polls.schedule();
      await().until(() -> polls.count.get() > 3);

      assertThat(bodies).hasSize(before.get());
    }
  }

  @Test
  void losesNoAlertWhileTheRegistryIsDown() {
    AtomicInteger outages = new AtomicInteger(2);
    Deserializer<Alert> registry = alerts();
    own(AlertState.FIRING, AlertState.NO_DATA);
    try (AlertmanagerBridge bridge =
        bridge(
            (topic, bytes) -> {
              if (outages.getAndDecrement() > 0) {
                consumer.schedulePollTask(this::fetchAgain);
                throw new RegistryException("no answer", null);
              }
              return registry.deserialize(topic, bytes);
            },
            Map.of())) {
      bridge.start();

      await().until(() -> !bodies.isEmpty());

      assertThat(bodies.get(0)).contains("m0", "m1");
    }
  }

  @Test
  void passesOverARecordThatIsNoAlert() {
    own(AlertState.FIRING);
    consumer.updateEndOffsets(Map.of(PARTITION, 2L));
    consumer.schedulePollTask(
        () ->
            consumer.addRecord(
                new ConsumerRecord<>(TOPIC, 0, 1, new byte[0], new byte[] {(byte) 0xff})));
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await().until(() -> !bodies.isEmpty());

      assertThat(bodies.get(0)).contains("m0");
    }
  }

  @Test
  void endsAnAlertWhoseRecordIsDeleted() throws IOException {
    own(AlertState.FIRING);
    Map<String, String> rarely = Map.of("alertmanager.resend-interval", "1h");
    try (AlertmanagerBridge bridge = bridge(alerts(), rarely)) {
      bridge.start();
      await().until(() -> !bodies.isEmpty());

      byte[] key = "m0".getBytes(StandardCharsets.UTF_8);
      consumer.schedulePollTask(
          () -> consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, 1, key, null)));
      await().until(() -> bodies.size() == 2);

      String ends = new ObjectMapper().readTree(bodies.get(1)).path(0).path("endsAt").asText();
      assertThat(bodies.get(1)).contains("m0");
      assertThat(Instant.parse(ends)).isBeforeOrEqualTo(Instant.now());
    }
  }

  /** Of another topic with the same name, as 'evenkeel reset --outputs' makes it. */
  @Test
  void forgetsTheAlertsOfATopicThatWasMadeAnew() {
    own(AlertState.FIRING, AlertState.FIRING);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();
      await().until(() -> !bodies.isEmpty());

      consumer.schedulePollTask(
          () -> {
            consumer.updateEndOffsets(Map.of(PARTITION, 1L));
            consumer.seekToBeginning(List.of(PARTITION));
            consumer.addRecord(record(0, "new", AlertState.FIRING));
          });
      // Unlike brokers, the mock hands a record out once: here again, when it is asked for again.
      consumer.schedulePollTask(() -> consumer.addRecord(record(0, "new", AlertState.FIRING)));
      await().until(() -> bodies.stream().anyMatch(body -> body.contains("new")));

      assertThat(bodies.get(bodies.size() - 1)).contains("new").doesNotContain("m0", "m1");
    }
  }

  @Test
  void triesAgainAndCountsWhatFails() {
    failures.set(2);
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();

      await()
          .until(
              () ->
                  metrics.value(Instrument.ALERTMANAGER_LAST_SUCCESS, url() + "/api/v2/alerts")
                      > 0);

      assertThat(metrics.value(Instrument.ALERTMANAGER_FAILED, url() + "/api/v2/alerts"))
          .isEqualTo(2);
    }
  }

  @Test
  void beginsAgainWithAPartitionOfWhichARecordFailed() {
    AtomicInteger failed = new AtomicInteger();
    Deserializer<Alert> alerts = alerts();
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge =
        bridge(
            (topic, bytes) -> {
              if (failed.getAndIncrement() == 0) {
                // It is given the partition again in between.
                consumer.schedulePollTask(() -> {});
                consumer.schedulePollTask(this::fetchAgain);
                throw new OutOfMemoryError("no room");
              }
              return alerts.deserialize(topic, bytes);
            },
            Map.of())) {
      bridge.start();

      await().until(() -> !bodies.isEmpty());

      assertThat(bodies.get(0)).contains("m0");
    }
  }

  @Test
  void showsATokenOrAUserWithoutWritingThemAnywhere() {
    own(AlertState.FIRING);
    Map<String, String> user = Map.of("alertmanager.user-info", "bridge:s3cret:x");
    try (AlertmanagerBridge bridge = bridge(alerts(), user)) {
      bridge.start();
      await().until(() -> !credentials.isEmpty());
    }
    assertThat(credentials.get(0)).isEqualTo("Basic YnJpZGdlOnMzY3JldDp4");
    assertThat(AppConfig.of(user).toString()).doesNotContain("s3cret");
    assertThat(AppConfig.of(Map.of("alertmanager.token", "s3cret")).toString())
        .doesNotContain("s3cret");
    assertThatThrownBy(() -> AppConfig.of(Map.of("alertmanager.urls", "http://u:s3cret@host")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("alertmanager.urls")
        .hasMessageNotContaining("s3cret");
  }
}
