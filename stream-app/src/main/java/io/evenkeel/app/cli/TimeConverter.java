package io.evenkeel.app.cli;

import io.evenkeel.app.config.Durations;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times: with a zone, a date, so long ago, today or yesterday. Dates are those of UTC. */
final class TimeConverter implements ITypeConverter<Instant> {
  private final InstantSource clock;

  /**
   * @param clock for what is said from now
   */
  TimeConverter(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Instant convert(String text) {
    Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "today" -> today;
      case "yesterday" -> today.minus(1, ChronoUnit.DAYS);
      default -> {
        if (text.matches("\\d{4}-\\d\\d-\\d\\d.*")) {
          yield time(text);
        }
        yield ago(text);
      }
    };
  }

  private static Instant time(String text) {
    try {
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw wrong(text);
    }
  }

  private Instant ago(String text) {
    try {
      return clock.instant().minus(Durations.parse(text));
    } catch (IllegalArgumentException e) {
      throw wrong(text);
    }
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException(
        "'"
            + text
            + "' is no time: write 2026-01-31T12:00:00Z, 2026-01-31, yesterday, or 12h for twelve"
            + " hours ago");
  }
}
