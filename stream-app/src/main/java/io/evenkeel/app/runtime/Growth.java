package io.evenkeel.app.runtime;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Whether a counter has grown lately, as far as those can know who ask: mutable, thread-safe. */
final class Growth {
  private final DoubleSupplier counter;
  private final long lately;
  private final LongSupplier nanos;
  private double seen;
  private long grewAt;

  /**
   * The growth of a counter that is 0.
   *
   * @param lately how long growth counts after it was first seen
   * @param nanos the time that has passed, nanoseconds
   */
  Growth(DoubleSupplier counter, Duration lately, LongSupplier nanos) {
    this.counter = counter;
    this.lately = lately.toNanos();
    this.nanos = nanos;
  }

  /** Whether it has. */
  synchronized boolean grew() {
    double count = counter.getAsDouble();
    if (count > seen) {
      seen = count;
      grewAt = nanos.getAsLong();
    }
    return seen > 0 && nanos.getAsLong() - grewAt < lately;
  }
}
