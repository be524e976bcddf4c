package io.evenkeel.app.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the text of a setting is read and written.
 *
 * @param <T> type of the value
 * @param name name of the type in the documentation
 * @param words what the text has to be, which completes "is not ..."
 * @param read the value of a text; refuses with an {@link IllegalArgumentException}
 * @param write the text of a value, which reads back as the same value
 */
record SettingType<T>(
    String name, String words, Function<String, T> read, Function<T, String> write) {
  private static final Pattern DURATION_TEXT = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  static final SettingType<String> TEXT =
      new SettingType<>("text", "a text", Function.identity(), Function.identity());
  static final SettingType<Integer> INTEGER =
      new SettingType<>("integer", "a whole number", Integer::valueOf, String::valueOf);
  static final SettingType<Long> LONG =
      new SettingType<>("integer", "a whole number", Long::valueOf, String::valueOf);
  static final SettingType<Double> NUMBER =
      new SettingType<>("number", "a number", Double::valueOf, String::valueOf);
  static final SettingType<OptionalDouble> OPTIONAL_NUMBER =
      new SettingType<>(
          "number",
          "a number or `none`",
          text ->
              text.equals("none")
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(Double.parseDouble(text)),
          value -> value.isEmpty() ? "none" : String.valueOf(value.getAsDouble()));
  static final SettingType<Duration> DURATION =
      new SettingType<>(
          "duration",
          "a duration of whole milliseconds, up to 36500d, such as 90s, 10m, 1h, 7d or PT1H30M",
          SettingType::readDuration,
          SettingType::writeDuration);
  static final SettingType<List<String>> TEXTS =
      new SettingType<>("list", "a list", SettingType::readList, SettingType::writeList);
  static final SettingType<Boolean> BOOLEAN = either("false", "true");

  /** Every key below the path, with its text. */
  static final SettingType<Map<String, String>> MAP =
      new SettingType<>(
          "map",
          "a map",
          text -> {
            throw new IllegalArgumentException(text);
          },
          values -> values.isEmpty() ? "" : Secrets.mask(values).toString());

  /** Two words, the second of which means true. */
  static SettingType<Boolean> either(String no, String yes) {
    String words = no + " or " + yes;
    return new SettingType<>(
        no + " \\| " + yes,
        words,
        text -> {
          if (text.equals(yes) || text.equals(no)) {
            return text.equals(yes);
          }
          throw new IllegalArgumentException(text);
        },
        value -> value ? yes : no);
  }

  private static List<String> readList(String text) {
    if (text.isBlank()) {
      return List.of();
    }
    // A comma with a backslash before it belongs to the item.
    return Arrays.stream(text.split("(?<!\\\\),", -1))
        .map(item -> item.strip().replace("\\,", ","))
        .toList();
  }

  /** The items with commas between them; a comma within an item gets a backslash. */
  static String writeList(List<String> items) {
    return items.stream().map(item -> item.replace(",", "\\,")).collect(Collectors.joining(","));
  }

  private static Duration readDuration(String text) {
    Duration duration;
    try {
      Matcher matcher = DURATION_TEXT.matcher(text);
      duration =
          matcher.matches()
              ? inUnit(Long.parseLong(matcher.group(1)), matcher.group(2))
              : Duration.parse(text);
      if (!Range.isWholeMillis(duration)) {
        throw new IllegalArgumentException(text);
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
    return duration;
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

  private static String writeDuration(Duration d) {
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
