package io.evenkeel.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class ScreenTest {
  private final StringWriter out = new StringWriter();
  private Instant now = Instant.parse("2026-11-20T10:00:00Z");

  @Test
  void drawsProgressAgainBelowLinesThatStayOnATerminal() {
    Screen screen = new Screen(new PrintWriter(out), Ansi.ON, () -> now);

    screen.progress(() -> "1 %");
    screen.say("news");
    screen.progress(() -> "too soon");
    now = now.plusMillis(100);
    screen.progress(() -> "2 %");
    screen.endProgress();

    String clear = "\r\033[K";
    assertThat(out).hasToString(clear + "1 %" + clear + "news\n1 %" + clear + "2 %" + clear);
  }

  @Test
  void printsAPlainLineOfProgressEveryFewSecondsElsewhere() {
    Screen screen = new Screen(new PrintWriter(out), Ansi.OFF, () -> now);

    screen.progress(() -> "1 %");
    now = now.plusMillis(4999);
    screen.progress(() -> "2 %");
    now = now.plusMillis(1);
    screen.progress(() -> "3 %");
    screen.say("@|bold news|@");

    assertThat(out.toString().lines()).containsExactly("1 %", "3 %", "news");
  }
}
