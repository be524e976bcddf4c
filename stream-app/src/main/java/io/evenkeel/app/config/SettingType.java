package io.evenkeel.app.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
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
  static final SettingType<OptionalInt> OPTIONAL_INTEGER =
      new SettingType<>(
          "integer",
          "a whole number or `none`",
          text ->
              text.equals("none") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text)),
          value -> value.isEmpty() ? "none" : String.valueOf(value.getAsInt()));
  static final SettingType<Duration> DURATION =
      new SettingType<>(
          "duration",
          "a duration of whole milliseconds, up to 36500d, such as 90s, 10m, 1h, 7d or PT1H30M",
          Durations::parse,
          Durations::text);
  static final SettingType<Optional<Duration>> AUTO_DURATION =
      new SettingType<>(
          "duration",
          "`auto` or " + DURATION.words(),
          text -> text.equals("auto") ? Optional.empty() : Optional.of(DURATION.read().apply(text)),
          value -> value.map(DURATION.write()).orElse("auto"));
  static final SettingType<List<String>> TEXTS =
      new SettingType<>("list", "a list", SettingType::readList, SettingType::writeList);

  /** Texts that may join several names by +, with spaces around it or without. */
  static final SettingType<List<String>> COMBINATIONS =
      new SettingType<>(
          TEXTS.name(),
          TEXTS.words(),
          text -> readList(text).stream().map(item -> item.replaceAll("\\s*\\+\\s*", "+")).toList(),
          SettingType::writeList);

  static final SettingType<List<Double>> NUMBERS =
      new SettingType<>(
          "list of numbers",
          "a list of numbers",
          text -> readList(text).stream().map(Double::valueOf).toList(),
          values -> values.stream().map(String::valueOf).collect(Collectors.joining(",")));
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

  /** One of the constants of an enum, in lower case. */
  static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(one -> one.name().toLowerCase(Locale.ROOT))
            .toList();
    return new SettingType<>(
        String.join(" \\| ", names),
        "one of " + String.join(", ", names),
        text -> {
          if (!names.contains(text)) {
            throw new IllegalArgumentException(text);
          }
          return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        },
        value -> value.name().toLowerCase(Locale.ROOT));
  }

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
}
