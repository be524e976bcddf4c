package io.evenkeel.app.serde;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The pauses between attempts to reach a registry, each twice as long up to two seconds: mutable.
 */
final class RetryPauses {
  private static final long FIRST = Duration.ofMillis(50).toNanos();
  private static final long LONGEST = Duration.ofSeconds(2).toNanos();

  private final long start = System.nanoTime();
  private long pause = FIRST;

  /** Nanoseconds since it was made. */
  long elapsed() {
    return System.nanoTime() - start;
  }

  /** Whether the next pause ends within so long after it was made. */
  boolean fits(Duration patience) {
    return elapsed() + pause <= patience.toNanos();
  }

  /**
   * Waits until the next attempt.
   *
   * @throws InterruptException if the thread is interrupted
   */
  void next() {
    try {
      TimeUnit.NANOSECONDS.sleep(pause);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while waiting for the schema registry", e);
    }
    pause = Math.min(2 * pause, LONGEST);
  }
}
