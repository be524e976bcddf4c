package io.evenkeel.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarmlessFilterTest {
  private static final String RECOVERABLE =
      "[x] The metadata response from the cluster reported a recoverable issue with id {} : {}";

  private final LoggerContext context = new LoggerContext();

  @ParameterizedTest
  @CsvSource({
    "org.apache.kafka.clients.NetworkClient, WARN, recoverable, DENY",
    "org.apache.kafka.clients.NetworkClient, ERROR, recoverable, NEUTRAL",
    "org.apache.kafka.clients.NetworkClient, WARN, Broker may not be available., NEUTRAL",
    "io.evenkeel.Door, WARN, recoverable, NEUTRAL"
  })
  void dropsNothingButWhatNeedsNobody(String logger, String level, String text, FilterReply reply) {
    String format = text.equals("recoverable") ? RECOVERABLE : text;

    assertThat(
            new HarmlessFilter()
                .decide(null, context.getLogger(logger), Level.valueOf(level), format, null, null))
        .isEqualTo(reply);
  }
}
