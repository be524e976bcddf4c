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
    long now = clock.millis();
    if (now >= nextLine) {
      nextLine = now + INTERVAL_MILLIS;
      out.println(line(now, delivery));
      out.flush();
    }
  }

  private String line(long now, long delivery) {
    double perSecond = done * 1000.0 / (now - began);
    long secondsLeft = Math.round((total - done) / perSecond);
    return String.format(
        "%,d of %,d events, %,.0f/s, at %s, %s left",
        done,
        total,
        perSecond,
        Instant.ofEpochMilli(delivery).truncatedTo(ChronoUnit.SECONDS),
        Duration.ofSeconds(secondsLeft).toString().substring(2).toLowerCase(Locale.ROOT));
  }
}
