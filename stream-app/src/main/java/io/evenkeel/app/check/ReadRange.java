package io.evenkeel.app.check;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
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

  /**
   * The parts of the partitions of a topic. Numbers are shared equally, rounded up, and what a
   * partition has not is shared by the others.
   *
   * @param all each partition as a whole, but for what is before {@link #since}
   */
  List<Span> of(List<Span> all) {
    List<Span> newest = last == null ? all : all.stream().map(newest(share(last, all))).toList();
    return newest.stream().map(oldest(share(most, newest))).toList();
  }

  private static UnaryOperator<Span> newest(long share) {
    return span ->
        new Span(Math.max(span.from, span.to - share), span.to, span.begin, span.end, span.leftOut);
  }

  private static UnaryOperator<Span> oldest(long share) {
    return span -> {
      long to = span.from + Math.min(share, span.length());
      return new Span(span.from, to, span.begin, span.end, span.to - to);
    };
  }

  private static long share(long number, List<Span> spans) {
    long left = number;
    long[] lengths = spans.stream().mapToLong(Span::length).sorted().toArray();
    for (int i = 0; i < lengths.length; i++) {
      int others = lengths.length - i;
      long share = (left + others - 1) / others;
      if (lengths[i] > share) {
        return share;
      }
      left -= lengths[i];
    }
    return Long.MAX_VALUE;
  }

  /**
   * Offsets of one partition.
   *
   * @param from the first that is read
   * @param to the one after the last that is read
   * @param begin the first that is there
   * @param end the one after the last that is there
   * @param leftOut how many are not read because there are too many
   */
  record Span(long from, long to, long begin, long end, long leftOut) {
    /** A whole partition, but for what is before an offset. */
    static Span from(long from, long begin, long end) {
      long first = Math.min(end, Math.max(begin, from));
      return new Span(first, end, begin, end, 0);
    }

    boolean whole() {
      return from == begin && to == end;
    }

    private long length() {
      return to - from;
    }
  }
}
