package io.evenkeel.app.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.LongConsumer;

/** Mutable: prints once a second how far the sending of events has come. */
final class ProgressLines implements LongConsumer {
  private static final long INTERVAL_MILLIS = 1000;

  private final long total;
  private final PrintWriter out;
  private final InstantSource clock;
  private final long began;
  private long done;
  private long nextLine;

  ProgressLines(long total, PrintWriter out, InstantSource clock) {
    this.total = total;
    this.out = out;
    this.clock = clock;
    began = clock.millis();
    nextLine = began + INTERVAL_MILLIS;
  }

  @Override
  public void accept(long delivery) {
    done++;
    at(delivery);
  }

  /**
   * Prints how far it has come if the last line was a second ago. To be called in between, where an
   * event takes long.
   *
   * @param time of events that has been reached, milliseconds since 1970
   */
  void at(long time) {
    long now = clock.millis();
    if (now >= nextLine) {
      nextLine = now + INTERVAL_MILLIS;
      out.println(line(now, time));
      out.flush();
    }
  }

  private String line(long now, long time) {
    double perSecond = done * 1000.0 / (now - began);
    long secondsLeft = done == 0 ? 0 : Math.round((total - done) / perSecond);
    return String.format(
        Locale.ROOT,
        "%,d of %,d events (%.0f %%), %,.0f/s, at %s, %s left",
        done,
        total,
        100.0 * done / Math.max(total, 1),
        perSecond,
        Instant.ofEpochMilli(time).truncatedTo(ChronoUnit.SECONDS),
        Duration.ofSeconds(secondsLeft).toString().substring(2).toLowerCase(Locale.ROOT));
  }
}
