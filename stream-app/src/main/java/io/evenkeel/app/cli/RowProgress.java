package io.evenkeel.app.cli;

import io.evenkeel.app.evaluate.Progress;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Locale;

/** Mutable: prints every few seconds how far the judging of a file has come. */
final class RowProgress implements Progress {
  private static final long INTERVAL_MILLIS = 2000;

  private final PrintWriter out;
  private final InstantSource clock;
  private long nextLine;

  RowProgress(PrintWriter out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    nextLine = clock.millis() + INTERVAL_MILLIS;
  }

  @Override
  public synchronized void at(String what, long done) {
    long now = clock.millis();
    if (now >= nextLine) {
      nextLine = now + INTERVAL_MILLIS;
      out.println(String.format(Locale.ROOT, "%s: %,d", what, done));
      out.flush();
    }
  }
}
