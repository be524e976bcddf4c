package io.evenkeel.app.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records of a topic are read.
 *
 * @param since only records whose timestamp is not before this; all when null
 * @param last only so many newest ones; all when null
 * @param most not more than so many, the oldest of those
 */
public record ReadRange(@Nullable Instant since, @Nullable Long last, long most) {

  /** Checks that the numbers are positive. */
  public ReadRange {
    if (last != null && last < 1) {
      throw new IllegalArgumentException("--last must be at least 1, got " + last);
    }
    if (most < 1) {
      throw new IllegalArgumentException("--max must be at least 1, got " + most);
    }
  }

  /** The part of one partition of several: numbers are shared equally, rounded up. */
  Span in(long begin, long sinceOffset, long end, int partitions) {
    long from = Math.max(begin, sinceOffset);
    if (last != null) {
      from = Math.max(from, end - share(last, partitions));
    }
    return new Span(from, Math.min(end, from + share(most, partitions)), begin, end);
  }

  private static long share(long number, int partitions) {
    return (number + partitions - 1) / partitions;
  }

  /**
   * Offsets of one partition.
   *
   * @param from the first that is read
   * @param to the one after the last that is read
   * @param begin the first that is there
   * @param end the one after the last that is there
   */
  record Span(long from, long to, long begin, long end) {
    boolean whole() {
      return from == begin && to == end;
    }
  }
}
