package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PulseTest {
  private static final String MAIN = "evenkeel-1-StreamThread-1-consumer";
  private static final String SECOND = "evenkeel-1-StreamThread-2-consumer";
  private static final String RESTORE = "evenkeel-1-StreamThread-1-restore-consumer";

  private final Map<MetricName, Metric> metrics = new HashMap<>();

  private void measure(String name, String client, String partition, Object value) {
    measure(name, Map.of("client-id", client, "partition", partition), value);
  }

  private void measure(String name, Map<String, String> tags, Object value) {
    MetricName metric = new MetricName(name, "group", "", tags);
    metrics.put(
        metric,
        new Metric() {
          @Override
          public MetricName metricName() {
            return metric;
          }

          @Override
          public Object metricValue() {
            return value;
          }
        });
  }

  private Pulse pulse() {
    Set<String> living = Set.of(MAIN, SECOND);
    return new Pulse(() -> metrics, () -> living, Duration.ofSeconds(45));
  }

  @Test
  void isConnectedWhileAHeartbeatIsYoungerThanTheSessionTimeout() {
    measure("last-heartbeat-seconds-ago", MAIN, "", 44.0);
    assertThat(pulse().isConnected()).isTrue();

    measure("last-heartbeat-seconds-ago", MAIN, "", 46.0);
    assertThat(pulse().isConnected()).isFalse();
  }

  @Test
  void isNotConnectedWhileOneOfItsThreadsHearsNothing() {
    measure("last-heartbeat-seconds-ago", MAIN, "", 1.0);
    measure("last-heartbeat-seconds-ago", SECOND, "", 46.0);

    assertThat(pulse().isConnected()).isFalse();
  }

  @Test
  void isConnectedWithoutThreadsThatHaveDied() {
    measure("last-heartbeat-seconds-ago", MAIN, "", 1.0);
    measure("last-heartbeat-seconds-ago", "evenkeel-1-StreamThread-3-consumer", "", 900.0);

    assertThat(pulse().isConnected()).isTrue();
  }

  @Test
  void isNotConnectedBeforeTheFirstHeartbeatNorByAnotherClients() {
    assertThat(pulse().isConnected()).isFalse();

    measure("last-heartbeat-seconds-ago", MAIN, "", -1.0);
    measure("last-heartbeat-seconds-ago", RESTORE, "", 1.0);
    assertThat(pulse().isConnected()).isFalse();
  }

  @Test
  void countsTheRecordsThatWaitInAllPartitions() {
    measure("records-lag", MAIN, "0", 5.0);
    measure("records-lag", MAIN, "1", 7.0);
    measure("records-lag", MAIN, "2", Double.NaN);
    measure("records-lag", RESTORE, "0", 100.0);

    assertThat(pulse().lag()).isEqualTo(12);
  }

  @Test
  void countsOnceWhatIsReportedWithUnderscoresToo() {
    for (String topic : new String[] {"my.labels", "my_labels", "other"}) {
      measure("records-lag", Map.of("client-id", MAIN, "partition", "0", "topic", topic), 5.0);
    }

    assertThat(pulse().lag()).isEqualTo(10);
  }

  @Test
  void showsOnGaugesWhatItReads() {
    measure("last-heartbeat-seconds-ago", MAIN, "", 1.0);
    measure("active-restoring-tasks", "evenkeel-1-StateUpdater-1", "", 3L);

    Metrics gauges = new Metrics();
    pulse().show(gauges);

    assertThat(gauges.scrape())
        .contains("evenkeel_kafka_connected 1.0\n", "evenkeel_restoring_tasks 3.0\n");
  }

  @Test
  void knowsTheSessionTimeoutThatTheConsumersHave() {
    assertThat(KafkaProperties.sessionTimeout(Map.of())).isEqualTo(Duration.ofSeconds(45));
    assertThat(
            KafkaProperties.sessionTimeout(
                Map.of("session.timeout.ms", "9", "main.consumer.session.timeout.ms", "10000")))
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void notesWhenATopicWasLastRead() {
    Metrics gauges = new Metrics();
    try (LastEvents events = new LastEvents()) {
      events.configure(
          Map.of(
              "evenkeel.metrics",
              LastEvents.properties(gauges).get("main.consumer.evenkeel.metrics")));
      double before = System.currentTimeMillis() / 1e3;

      TopicPartition partition = new TopicPartition("labels", 1);
      var record = new ConsumerRecord<>("labels", 1, 0, new byte[0], new byte[0]);
      events.onConsume(new ConsumerRecords<>(Map.of(partition, List.of(record)), Map.of()));

      assertThat(gauges.value(Instrument.LAST_EVENT, "labels")).isGreaterThanOrEqualTo(before);
    }
  }
}
