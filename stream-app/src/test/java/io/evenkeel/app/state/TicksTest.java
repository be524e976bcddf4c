package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:00.001Z, PT1S, PT0S, 2026-01-01T00:00:01Z",
    "2026-01-01T00:00:00.999Z, PT1S, PT0S, 2026-01-01T00:00:01Z",
    "2026-01-01T00:00:00.900Z, PT1S, PT0.2S, 2026-01-01T00:00:01.2Z",
    "2026-01-01T00:00:00Z, PT0.25S, PT0.2S, 2026-01-01T00:00:00.45Z"
  })
  void areAtTheSameTimesWheneverATaskStarts(
      Instant start, Duration interval, Duration after, Instant first) {
    MockProcessorContext<String, String> context = new MockProcessorContext<>();
    context.setCurrentSystemTimeMs(start.toEpochMilli());

    Ticks.schedule(context, interval, after, now -> {});

    assertThat(context.scheduledPunctuators())
        .singleElement()
        .satisfies(
            tick -> {
              assertThat(tick.getStartTime()).isEqualTo(first);
              assertThat(tick.getInterval()).isEqualTo(interval);
            });
  }
}
