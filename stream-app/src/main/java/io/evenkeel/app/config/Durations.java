package io.evenkeel.app.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: whole milliseconds, such as 250ms, 90s, 10m, 1h, 7d, PT1H30M. */
public final class Durations {
  /** Far beyond any use, and far from the bounds of a timestamp in milliseconds. */
  public static final Duration LONGEST = Duration.ofDays(36_500);

  private static final Pattern SHORT = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  private Durations() {}

  /**
   * The duration that the text stands for.
   *
   * @throws IllegalArgumentException if it has another form or is no whole number of milliseconds
   */
  public static Duration parse(String text) {
    try {
      Matcher form = SHORT.matcher(text);
      Duration duration =
          form.matches()
              ? inUnit(Long.parseLong(form.group(1)), form.group(2))
              : Duration.parse(text);
      if (Range.isWholeMillis(duration)) {
        return duration;
      }
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      throw unreadable(text, e);
    }
    throw unreadable(text, null);
  }

  private static IllegalArgumentException unreadable(String text, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no duration of whole milliseconds up to "
            + LONGEST.toDays()
            + " days: write 250ms, 90s, 10m, 1h or 7d",
        cause);
  }

  private static Duration inUnit(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  /** The text that stands for a duration. */
  public static String text(Duration d) {
    if (!Range.isWholeMillis(d)) {
      return d.toString();
    }
    long millis = d.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
  }
}
