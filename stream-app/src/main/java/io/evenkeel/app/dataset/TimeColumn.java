package io.evenkeel.app.dataset;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When something happened: a column and its format, or, for rows without a time, a start and a step
 * from row to row.
 *
 * @param column the column
 * @param format how it is written
 * @param start the time of the first row of the file
 * @param step the time from one row of the file to the next
 */
public record TimeColumn(
    @Nullable String column,
    @Nullable Format format,
    @Nullable Instant start,
    @Nullable Duration step) {

  /** How a time is written. */
  public enum Format {
    /** A date such as 2026-01-31: its start in UTC. */
    @JsonProperty("date")
    DATE,
    /**
     * A date and time such as 2026-01-31T12:00Z or 2026-01-31 12:00:00; without offset, in UTC. A
     * date alone is its start, as R writes midnight.
     */
    @JsonProperty("instant")
    INSTANT,
    /** A year such as 2026: its start in UTC. */
    @JsonProperty("year")
    YEAR,
    /** Seconds since 1970, possibly with decimals. */
    @JsonProperty("epoch-seconds")
    EPOCH_SECONDS,
    /** Milliseconds since 1970, possibly with decimals. */
    @JsonProperty("epoch-millis")
    EPOCH_MILLIS;

    /** That of ISO, with offsets as databases write them, too: +02 and +0200. */
    private static final DateTimeFormatter DATE_TIME =
        new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_DATE_TIME)
            .appendPattern("[X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT)
            .withChronology(IsoChronology.INSTANCE);

    private static final String UTC = " UTC";
    private static final Pattern DATE_ONLY = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

    /**
     * A time to the hour or the minute without separators, such as 2026013112: as seconds it would
     * be in 2034. Hardly any seconds and milliseconds since 1970 look like one, and none of today.
     */
    private static final Pattern COMPACT =
        Pattern.compile(
            "(19|20)\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])"
                + "([01]\\d|2[0-3])([0-5]\\d)?(\\.0*)?");

    /** What is larger is no time, and has no whole numbers of its own. */
    private static final double MOST = 1L << 53;

    /** In the year 5138: what is later was meant as milliseconds. */
    private static final double MOST_SECONDS = 1e11;

    private String example() {
      return switch (this) {
        case DATE -> "2026-01-31";
        case INSTANT -> "2026-01-31T12:00:00Z or 2026-01-31 12:00:00+01:00";
        case YEAR -> "2026";
        case EPOCH_SECONDS -> "1769860800";
        case EPOCH_MILLIS -> "1769860800000";
      };
    }

    private long millis(String text) {
      return switch (this) {
        case DATE -> millis(LocalDate.parse(text));
        case INSTANT -> instant(text);
        case YEAR -> millis(LocalDate.of(Integer.parseInt(text), 1, 1));
        case EPOCH_SECONDS -> Math.round(number(text, MOST_SECONDS) * 1000);
        case EPOCH_MILLIS -> Math.round(number(text, MOST));
      };
    }

    private static double number(String text, double most) {
      double number = PlainNumber.parse(text);
      if (!(Math.abs(number) <= most)) {
        throw new NumberFormatException(text);
      }
      return number;
    }

    private static long instant(String text) {
      if (DATE_ONLY.matcher(text).matches()) {
        return millis(LocalDate.parse(text));
      }
      String iso =
          text.endsWith(UTC) ? text.substring(0, text.length() - UTC.length()) + 'Z' : text;
      TemporalAccessor time =
          DATE_TIME.parseBest(iso.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
      return (time instanceof OffsetDateTime known
              ? known
              : ((LocalDateTime) time).atOffset(ZoneOffset.UTC))
          .toInstant()
          .toEpochMilli();
    }

    /**
     * The format of times, that of the first: null if it is none of these. Dates may be midnights
     * among times of day.
     */
    static @Nullable Format guess(List<String> texts) {
      Format first = guess(texts.get(0));
      return first == DATE && texts.stream().anyMatch(text -> guess(text) == INSTANT)
          ? INSTANT
          : first;
    }

    /** That of a time. */
    static @Nullable Format guess(String text) {
      if (DATE_ONLY.matcher(text).matches()) {
        return DATE;
      }
      if (text.matches("\\d{4}-\\d\\d-\\d\\d[T ].*")) {
        return INSTANT;
      }
      if (text.matches("\\d{4}")) {
        return YEAR;
      }
      return text.matches("\\d(\\.\\d+)?[eE]\\+?\\d\\d?")
          ? epoch(new BigDecimal(text).toPlainString())
          : epoch(text);
    }

    private static @Nullable Format epoch(String text) {
      if (COMPACT.matcher(text).matches()) {
        return null;
      }
      if (text.matches("\\d{12,13}(\\.\\d*)?")) {
        return EPOCH_MILLIS;
      }
      return text.matches("\\d{9,10}(\\.\\d*)?") ? EPOCH_SECONDS : null;
    }

    private static long millis(LocalDate date) {
      return date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
  }

  /** Checks that it is either of the two kinds. */
  public TimeColumn {
    boolean read = column != null && format != null && start == null && step == null;
    boolean made = column == null && format == null && start != null && step != null;
    DatasetChecks.check(
        read || made, "a time needs either 'column' and 'format' or 'start' and 'step'");
    DatasetChecks.check(
        step == null || !step.isNegative(), "'step' must not be negative, got " + step);
  }

  /** Milliseconds since 1970 of a row. */
  ToLongFunction<Row> in(Columns columns, String path) {
    if (start != null && step != null) {
      long first = start.toEpochMilli();
      long millis = step.toMillis();
      return row -> first + (row.number() - 1) * millis;
    }
    Format written = DatasetChecks.require("format", format, "how a time is written");
    int index =
        columns.index(path + ".column", DatasetChecks.require("column", column, "the column"));
    String expected =
        "the format "
            + written.name().toLowerCase(Locale.ROOT).replace('_', '-')
            + ", such as "
            + written.example();
    return row -> columns.parse(row, index, expected, written::millis);
  }
}
