package io.evenkeel.local.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import picocli.CommandLine.Help.Ansi;

/**
 * Lines for a reader, and progress below them: on a terminal a last line that is drawn again, else
 * a line of its own every few seconds. Safe for use by many threads.
 */
final class Screen {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
  private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintWriter out;
  private final Ansi ansi;
  private final InstantSource clock;
  private Instant lastProgress = Instant.EPOCH;
  private String progress = "";

  /**
   * @param ansi whether the reader sits at a terminal
   */
  Screen(PrintWriter out, Ansi ansi, InstantSource clock) {
    this.out = out;
    this.ansi = ansi;
    this.clock = clock;
  }

  /** Prints lines that stay; picocli's markup, such as {@code @|bold x|@}, gives them style. */
  synchronized void say(String lines) {
    String text = ansi.string(lines);
    out.print(ansi.enabled() ? CLEAR_LINE + text + "\n" + progress : text + "\n");
    out.flush();
  }

  /** Says how far things are, unless it did so just now. */
  synchronized void progress(Supplier<String> text) {
    Duration between = ansi.enabled() ? BETWEEN_DRAWINGS : BETWEEN_LINES;
    if (clock.instant().isBefore(lastProgress.plus(between))) {
      return;
    }
    lastProgress = clock.instant();
    if (ansi.enabled()) {
      progress = text.get();
      out.print(CLEAR_LINE + progress);
    } else {
      out.println(text.get());
    }
    out.flush();
  }

  /** Takes the line of progress away. */
  synchronized void endProgress() {
    if (ansi.enabled()) {
      out.print(CLEAR_LINE);
      out.flush();
    }
    progress = "";
  }
}
