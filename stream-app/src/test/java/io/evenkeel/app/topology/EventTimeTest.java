package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventTimeTest {
  private static final long NOW = 1_000_000;

  private final EventTime time = new EventTime(() -> NOW);

  @Test
  void isThatOfTheEvent() {
    assertThat(time.extract(record(label(7)), -1)).isEqualTo(7);
  }

  @Test
  void isNeverAheadOfTheClockSoThatBrokersTakeWhatIsWrittenNext() {
    assertThat(time.extract(record(label(NOW + 3_600_001)), -1)).isEqualTo(NOW);
    assertThat(time.extract(record(label(Long.MAX_VALUE)), -1)).isEqualTo(NOW);
  }

  @Test
  void isThatOfTheRecordWhereThereIsNoEvent() {
    assertThat(time.extract(record(null), -1)).isZero();
  }

  private static LabelEvent label(long knownAt) {
    return new LabelEvent("a", knownAt, 0, new RawTarget.Index(1));
  }

  @SuppressWarnings("NullAway") // as a consumer gives records without a value
  private static ConsumerRecord<Object, Object> record(@Nullable Object value) {
    return new ConsumerRecord<>("labels", 0, 0, "a", value);
  }
}
