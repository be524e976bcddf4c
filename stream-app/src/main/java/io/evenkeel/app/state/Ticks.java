package io.evenkeel.app.state;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.ProcessingContext;

/**
 * Ticks of the wall clock at the same times in all tasks, as far as the clocks of their machines
 * agree. So what all partitions publish is there at once, and no verdict waits for the last of
 * them.
 */
public final class Ticks {
  private Ticks() {}

  /**
   * Calls again and again, for as long as the task lives.
   *
   * @param interval between two calls
   * @param after how long after the multiples of the interval since 1970, less than the interval
   */
  public static void schedule(
      ProcessingContext context, Duration interval, Duration after, Punctuator punctuator) {
    long now = context.currentSystemTimeMs();
    long next = now + interval.toMillis() - Math.floorMod(now, interval.toMillis());
    context.schedule(
        Instant.ofEpochMilli(next).plus(after),
        interval,
        PunctuationType.WALL_CLOCK_TIME,
        punctuator);
  }
}
