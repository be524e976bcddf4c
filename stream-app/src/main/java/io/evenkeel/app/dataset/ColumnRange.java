package io.evenkeel.app.dataset;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Columns whose names end with numbers in a row: {@code p1..p50}, or {@code p01..p50}. */
final class ColumnRange {
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,6})\\.\\.(.*?)(\\d{1,6})");

  private ColumnRange() {}

  /** The list with each range replaced by its columns; null for null. */
  static @Nullable List<String> expand(@Nullable List<String> names) {
    return names == null ? null : names.stream().flatMap(ColumnRange::columns).toList();
  }

  private static Stream<String> columns(String name) {
    Matcher range = RANGE.matcher(name);
    if (!range.matches() || !range.group(1).equals(range.group(3))) {
      return Stream.of(name);
    }
    String first = range.group(2);
    String digits = first.startsWith("0") ? "%0" + first.length() + "d" : "%d";
    return IntStream.rangeClosed(Integer.parseInt(first), Integer.parseInt(range.group(4)))
        .mapToObj(i -> range.group(1) + String.format(Locale.ROOT, digits, i));
  }
}
