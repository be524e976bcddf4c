package io.evenkeel.app.serde;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Mutable, safe for use by many threads: how long an answer may be doubted that the nodes of a
 * registry may not agree on yet, such as that an id is unknown. At most a second each, and five
 * seconds a minute in all: a stream of records with invented ids waits no longer than that.
 */
final class Doubt {
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final long BUDGET = Duration.ofSeconds(5).toNanos();
  private static final long PERIOD = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanos;
  private long periodStart;
  private long spent;

  Doubt(LongSupplier nanos) {
    this.nanos = nanos;
    this.periodStart = nanos.getAsLong();
  }

  /** How long the next answer may be doubted; zero to believe it at once. */
  synchronized Duration left() {
    if (nanos.getAsLong() - periodStart >= PERIOD) {
      periodStart = nanos.getAsLong();
      spent = 0;
    }
    Duration rest = Duration.ofNanos(Math.max(0, BUDGET - spent));
    return rest.compareTo(LONGEST) < 0 ? rest : LONGEST;
  }

  /** Notes that an answer was doubted for so long, and lasted. */
  synchronized void spend(long time) {
    spent += time;
  }
}
