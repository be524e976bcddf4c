package io.evenkeel.app.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimesTest {
  private static final Instant MORNING = Instant.parse("2026-03-01T04:20:59Z");

  private static String range(Duration length) {
    return Times.range(MORNING.toEpochMilli(), MORNING.plus(length).toEpochMilli());
  }

  @Test
  void writesTimesToTheMinute() {
    assertThat(Times.minute(MORNING)).isEqualTo("2026-03-01 04:20 UTC");
    assertThat(Times.minute(MORNING.toEpochMilli())).isEqualTo("2026-03-01 04:20 UTC");
  }

  @Test
  void writesTheDateOfTheEndOfARangeOnlyIfItIsAnother() {
    assertThat(range(Duration.ofMinutes(40))).isEqualTo("2026-03-01 04:20 to 05:00 UTC");
    assertThat(range(Duration.ofDays(1))).isEqualTo("2026-03-01 04:20 to 2026-03-02 04:20 UTC");
  }
}
