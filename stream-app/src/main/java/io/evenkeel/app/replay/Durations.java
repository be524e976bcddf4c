package io.evenkeel.app.replay;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  private Durations() {}

  /**
   * The duration that the text stands for.
   *
   * @throws IllegalArgumentException if it has another form
   */
  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write 250ms, 30s, 5m, 12h or 7d");
    }
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
