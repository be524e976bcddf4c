package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatTest {
  private static final Instant REACHED = Instant.parse("2026-11-20T13:00:00.250Z");

  @Test
  void isARecordWithoutValueThatIsReadBack() {
    ProducerRecord<String, byte[]> record = new Heartbeat("churn", REACHED).toRecord("labels", 3);

    assertThat(record.topic()).isEqualTo("labels");
    assertThat(record.partition()).isEqualTo(3);
    assertThat(record.key()).isEqualTo("churn");
    assertThat(record.value()).isNull();
    assertThat(record.timestamp()).isNull();
    assertThat(Heartbeat.read(record.key(), record.headers()))
        .contains(new Heartbeat("churn", REACHED));
  }

  @Test
  void isAbsentFromARecordWithoutTheHeader() {
    assertThat(Heartbeat.read("id", new RecordHeaders())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"noon", "", "-999999999-01-01T00:00:00Z", "+999999999-01-01T00:00:00Z"})
  void refusesAHeaderThatIsNoInstant(String text) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(Heartbeat.HEADER, text.getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> Heartbeat.read("churn", headers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void refusesARecordWithoutAModel() {
    RecordHeaders headers = new RecordHeaders();
    headers.add(Heartbeat.HEADER, REACHED.toString().getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> Heartbeat.read(null, headers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key");
  }
}
