package io.evenkeel.app.simulate;

import java.time.Duration;
import java.time.Instant;

/**
 * When predictions are made.
 *
 * @param count number of predictions, not negative
 * @param start time of the first one
 * @param every time from one to the next, not negative
 * @param changeAfter time from the start until the change; those made then or later are changed
 */
public record Arrivals(long count, Instant start, Duration every, Duration changeAfter) {

  /** Checks the count and the durations. */
  public Arrivals {
    if (count < 0 || every.isNegative() || changeAfter.isNegative()) {
      throw new IllegalArgumentException(
          "count, every and change-after must not be negative, got "
              + count
              + ", "
              + every
              + " and "
              + changeAfter);
    }
  }

  long madeAt(long n) {
    return start.toEpochMilli() + n * every.toMillis();
  }

  boolean changed(long n) {
    return n * every.toMillis() >= changeAfter.toMillis();
  }
}
