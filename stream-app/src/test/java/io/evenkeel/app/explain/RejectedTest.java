package io.evenkeel.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RejectedTest {
  private static final TopicNames NAMES = AppConfig.of(Map.of()).topics();

  private final Rejected rejected =
      new Rejected(NAMES, new Sources(List.of(new SourceOffsets(1, 10L, 20L, 30L, 40L))));

  private boolean keeps(String topic, int partition, long offset) {
    ConsumerRecord<String, byte[]> letter =
        new ConsumerRecord<>(NAMES.deadLetters(), 0, 0, "", new byte[0]);
    Map.of(
            DeadLetters.TOPIC, topic,
            DeadLetters.PARTITION, String.valueOf(partition),
            DeadLetters.OFFSET, String.valueOf(offset),
            DeadLetters.REASON, Reason.LATE_LABEL.code())
        .forEach((key, value) -> letter.headers().add(key, value.getBytes(StandardCharsets.UTF_8)));
    rejected.add(letter);
    return rejected.asLate(new ConsumerRecord<>(topic, partition, offset, "", new byte[0]));
  }

  @Test
  void keepsNoDeadLetterOfAnEventThatDoesNotCount() {
    assertThat(keeps(NAMES.predictions(), 1, 10)).isTrue();
    assertThat(keeps(NAMES.predictions(), 1, 9)).isFalse();
    assertThat(keeps(NAMES.predictions(), 1, 20)).isFalse();
    assertThat(keeps(NAMES.predictions(), 0, 10)).isFalse();
    assertThat(keeps(NAMES.labels(), 1, 39)).isTrue();
    assertThat(keeps(NAMES.labels(), 1, 15)).isFalse();
    assertThat(keeps("other", 1, 15)).isFalse();
  }
}
