package io.evenkeel.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;

class RepeatFilterTest {
  private final LoggerContext context = new LoggerContext();
  private final RepeatFilter filter = new RepeatFilter();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = context.getLogger("io.evenkeel.Door");

  @BeforeEach
  void start() {
    filter.setContext(context);
    filter.start();
    context.addTurboFilter(filter);
    lines.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(lines);
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  private List<String> said() {
    List<String> said = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    lines.list.clear();
    return said;
  }

  @Test
  void passesTheFirstOfEachReasonAndTellsHowManyFollowed() {
    for (int offset = 0; offset < 20_000; offset++) {
      logger.warn("reason={} offset={}", offset % 2 == 0 ? "torn" : "late", offset);
    }

    assertThat(said()).containsExactly("reason=torn offset=0", "reason=late offset=1");
    filter.report();
    assertThat(said())
        .containsExactlyInAnyOrder(
            "event=repeated count=9999 seconds=60 last=\"reason=torn offset=19998\"",
            "event=repeated count=9999 seconds=60 last=\"reason=late offset=19999\"");
  }

  @Test
  void startsAgainAfterAMinuteOfQuiet() {
    logger.warn("gone");
    filter.report();
    logger.warn("gone");

    assertThat(said()).containsExactly("gone", "gone");
  }

  @Test
  void passesWhatIsNoWarning() {
    logger.info("started");
    logger.info("started");

    assertThat(said()).containsExactly("started", "started");
  }

  @Test
  void tellsAThousandKindsApartAndCountsTheOthersTogether() {
    for (int i = 0; i < 5_000; i++) {
      logger.warn("of {}", i);
    }
    assertThat(said()).hasSize(1_001).endsWith("of 999", "of 1000");

    filter.report();
    assertThat(said()).containsExactly("event=repeated count=3999 seconds=60 last=\"of 4999\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "text; [main] Door event=bad two lines",
        "json; \"formattedMessage\":\"event=bad\\ntwo lines\""
      })
  void isPutToWorkByTheShippedConfigurationInEitherFormat(String format, String expected)
      throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    LoggerContext shipped = new LoggerContext();
    try {
      System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      shipped.setMDCAdapter(new LogbackMDCAdapter());
      shipped.putProperty("EVENKEEL_LOG_FORMAT", format);
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(shipped);
      configurator.doConfigure(RepeatFilter.class.getResource("/logback.xml"));
      shipped.getLogger("io.evenkeel.Door").warn("event=bad\ntwo lines");
      shipped.getLogger("io.evenkeel.Door").warn("event=bad\ntwo lines");
    } finally {
      System.setErr(before);
      shipped.stop();
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().toList())
        .singleElement()
        .asString()
        .contains(expected);
  }
}
