package io.evenkeel.app.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The values that a setting may have.
 *
 * @param <T> type of the value
 * @param holds whether a value is allowed; false for NaN
 * @param words the same in words, which complete "must be ..."
 */
record Range<T>(Predicate<T> holds, String words) {
  static final Range<Duration> AT_LEAST_1_MS =
      new Range<>(d -> !d.isZero() && isWholeMillis(d), "at least 1ms");
  static final Range<Duration> NOT_NEGATIVE = new Range<>(Range::isWholeMillis, "at least 0s");
  static final Range<Long> ANY_LONG = new Range<>(n -> true, "any whole number");
  static final Range<List<String>> DISTINCT =
      new Range<>(
          l -> new HashSet<>(l).size() == l.size() && l.stream().noneMatch(String::isBlank),
          "a list of different names, none of them blank");

  /** What names its parts joined by +, in whatever order. */
  static final Range<List<String>> COMBINATIONS =
      new Range<>(
          Range::areCombinations,
          "a list of names, or of several different ones joined by +, no two of the same names,"
              + " none of them blank");

  private static boolean areCombinations(List<String> combinations) {
    List<List<String>> parts =
        combinations.stream().map(one -> Arrays.asList(one.split("\\+", -1))).toList();
    return parts.stream().allMatch(DISTINCT.holds)
        && parts.stream().map(HashSet::new).distinct().count() == parts.size();
  }

  /** Any keys and texts. */
  static Range<Map<String, String>> anyMap() {
    return new Range<>(m -> true, "keys and values");
  }

  /** Both of two words. */
  static Range<Boolean> either(String no, String yes) {
    return new Range<>(b -> true, no + " or " + yes);
  }

  /** Whole numbers from least on. */
  static Range<Integer> atLeast(int least) {
    return new Range<>(n -> n >= least, "at least " + least);
  }

  /** Whole numbers from least to most, both allowed. */
  static Range<Integer> between(int least, int most) {
    return new Range<>(n -> n >= least && n <= most, "between " + least + " and " + most);
  }

  /** Texts of a form. */
  static Range<String> matching(String regex, String words) {
    return new Range<>(Pattern.compile(regex).asMatchPredicate(), words);
  }

  /** Whether the duration is a whole number of milliseconds, from zero to a hundred years. */
  static boolean isWholeMillis(Duration d) {
    return !d.isNegative()
        && d.compareTo(Durations.LONGEST) <= 0
        && d.equals(d.truncatedTo(ChronoUnit.MILLIS));
  }
}
