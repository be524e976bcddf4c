package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.Durations;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;

/**
 * How the labelled rows of a model are cut into chunks, to see when something changed: by so many
 * rows in the order of the file, by a length of time since 1970, or by a unit of the calendar
 * (UTC).
 *
 * @param text as the user wrote it
 * @param by what it is
 * @param size rows, or milliseconds; of a unit of the calendar, 1
 * @param reference the chunks whose names begin with this are what the others are compared with;
 *     empty if none are
 */
record Chunking(String text, By by, long size, Optional<String> reference) {

  /** What chunks are. */
  enum By {
    ROWS,
    TIME,
    DAY,
    WEEK,
    MONTH,
    QUARTER,
    YEAR
  }

  /**
   * One chunk.
   *
   * @param start its place among the others: milliseconds since 1970, or its first row from 0
   * @param name for people
   */
  record Chunk(long start, String name) implements Comparable<Chunk> {
    @Override
    public int compareTo(Chunk other) {
      return Long.compare(start, other.start);
    }
  }

  /**
   * Reads what the user wrote: {@code 1000}, {@code 7d} or {@code month}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static Chunking parse(String text) {
    try {
      if (text.matches("\\d{1,18}")) {
        return of(text, By.ROWS, positive(Long.parseLong(text)));
      }
      for (By by : EnumSet.range(By.DAY, By.YEAR)) {
        if (by.name().equalsIgnoreCase(text)) {
          return of(text, by, 1);
        }
      }
      return of(text, By.TIME, positive(Durations.parse(text).toMillis()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--by '"
              + text
              + "' is no size of chunks: write a number of rows (1000), a duration (7d), or day,"
              + " week, month, quarter or year",
          e);
    }
  }

  private static Chunking of(String text, By by, long size) {
    return new Chunking(text, by, size, Optional.empty());
  }

  /** The same chunks, compared with those whose names begin with the text. */
  Chunking since(String name) {
    return new Chunking(text, by, size, Optional.of(name));
  }

  private static long positive(long size) {
    if (size < 1) {
      throw new IllegalArgumentException("must be positive");
    }
    return size;
  }

  /** Whether chunks lie in time, so that their starts are milliseconds since 1970. */
  boolean ofTime() {
    return by != By.ROWS;
  }

  /**
   * The chunk of a row.
   *
   * @param madeAt when its prediction was made, milliseconds since 1970
   * @param row its number among the labelled rows, from 0
   */
  Chunk of(long madeAt, long row) {
    LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(madeAt), ZoneOffset.UTC);
    return switch (by) {
      case ROWS -> {
        long start = row / size * size;
        yield new Chunk(
            start, "labelled rows from " + String.format(Locale.ROOT, "%,d", start + 1));
      }
      case TIME -> {
        long start = Math.floorDiv(madeAt, size) * size;
        yield new Chunk(start, Instant.ofEpochMilli(start).toString());
      }
      case DAY -> chunk(day, day.toString());
      case WEEK -> {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        yield chunk(monday, monday.toString());
      }
      case MONTH -> chunk(day.withDayOfMonth(1), day.toString().substring(0, 7));
      case QUARTER -> {
        int quarter = (day.getMonthValue() - 1) / 3;
        LocalDate first = day.withDayOfMonth(1).withMonth(3 * quarter + 1);
        yield chunk(first, day.getYear() + "-Q" + (quarter + 1));
      }
      case YEAR -> chunk(day.withDayOfYear(1), Integer.toString(day.getYear()));
    };
  }

  private static Chunk chunk(LocalDate first, String name) {
    return new Chunk(first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli(), name);
  }
}
