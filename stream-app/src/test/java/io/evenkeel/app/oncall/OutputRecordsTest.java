package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of a topic that others write to, too, what is ours is found. */
class OutputRecordsTest {
  private static final AppConfig CONFIG =
      AppConfig.of(Map.of("serde.properties.schema.registry.url", "mock://output-records"));
  private static final Silence SILENCE =
      Silence.newBuilder()
          .setSilenceId("s1")
          .setStartsAt(Instant.EPOCH)
          .setEndsAt(Instant.EPOCH.plusSeconds(60))
          .setCreatedBy("me")
          .setComment("")
          .build();

  private final OutputRecords<Silence> records = new OutputRecords<>(CONFIG, Silence.class);

  private static ConsumerRecord<String, byte[]> record(
      @Nullable String key, byte @Nullable [] value) {
    return new ConsumerRecord<>(CONFIG.topics().silences(), 0, 0, key, value);
  }

  private static byte[] bytes(Object value) {
    return AvroSerdes.of(CONFIG.serde(), CONFIG.topics())
        .serializer()
        .serialize(CONFIG.topics().silences(), value);
  }

  @Test
  void whatIsOfTheTypeIsRead() {
    assertThat(records.of(record("s1", bytes(SILENCE)))).contains(SILENCE);
  }

  @Test
  void whatIsOfAnotherFormOrTypeIsPassedOver() {
    byte[] whole = bytes(SILENCE);
    assertThat(records.of(record("s1", new byte[] {1, 2, 3}))).isEmpty();
    assertThat(records.of(record("s1", new byte[0]))).isEmpty();
    assertThat(records.of(record("s1", Arrays.copyOf(whole, whole.length - 2)))).isEmpty();
    assertThat(records.of(record("s1", new byte[] {0, 0, 0, 99, 99, 1}))).isEmpty();
    assertThat(new OutputRecords<>(CONFIG, Alert.class).of(record("s1", whole))).isEmpty();
  }

  @Test
  void whatHasNoKeyOrNoValueIsPassedOver() {
    assertThat(records.of(record(null, bytes(SILENCE)))).isEmpty();
    assertThat(records.of(record("s1", null))).isEmpty();
  }
}
