package io.evenkeel.app.dataset;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The columns of quantiles: for each level its column, or all columns that are like a text with
 * {@value #LEVEL} in it, such as {@code q{level}}, and whose names so hold their levels.
 */
public final class QuantileColumns {
  /**
   * Stands for a level in a name: 0.05, 05 or 5 for 5 %, and 0.025, 025 or 2.5 for 2.5 %. 0.5 is
   * 0.5 % beside 2.5, else 50 %.
   */
  private static final String LEVEL = "{level}";

  private static final Pattern NUMBER = Pattern.compile("\\d*\\.\\d+|\\d+");

  private final String like;
  private final SortedMap<Double, String> byLevel;

  private QuantileColumns(String like, SortedMap<Double, String> byLevel) {
    this.like = like;
    this.byLevel = byLevel;
  }

  /**
   * The columns of a list.
   *
   * @param byLevel for each of at least two levels in (0, 1) its column
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static QuantileColumns of(Map<Double, String> byLevel) {
    return new QuantileColumns("", checked(new TreeMap<>(byLevel)));
  }

  /**
   * The columns that are like a text.
   *
   * @param text with {@value #LEVEL} in it
   */
  @JsonCreator
  public static QuantileColumns like(String text) {
    DatasetChecks.check(
        text.contains(LEVEL),
        "'" + text + "' has no " + LEVEL + ", which stands for the level, as in q" + LEVEL);
    return new QuantileColumns(text, new TreeMap<>());
  }

  /**
   * The columns by level, in the order of these.
   *
   * @param columns of the file
   * @param path of this in the dataset file
   * @throws IllegalArgumentException if fewer than two columns are alike, or two have one level
   */
  SortedMap<Double, String> in(Columns columns, String path) {
    if (like.isEmpty()) {
      return byLevel;
    }
    int at = like.indexOf(LEVEL);
    Pattern name =
        Pattern.compile(
            Pattern.quote(like.substring(0, at))
                + "("
                + NUMBER.pattern()
                + ")"
                + Pattern.quote(like.substring(at + LEVEL.length())));
    Map<String, String> numbers = new LinkedHashMap<>();
    for (String column : columns.names()) {
      Matcher matcher = name.matcher(column);
      if (matcher.matches()) {
        numbers.put(column, matcher.group(1));
      }
    }
    SortedMap<Double, String> found = byLevel(path, numbers);
    try {
      return checked(found);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          path
              + ": "
              + e.getMessage()
              + "; like "
              + like
              + " are "
              + found.values()
              + " of the columns "
              + columns.names(),
          e);
    }
  }

  private static SortedMap<Double, String> checked(SortedMap<Double, String> byLevel) {
    DatasetChecks.check(
        byLevel.size() >= 2 && byLevel.keySet().stream().allMatch(q -> q > 0 && q < 1),
        "quantiles need at least two levels between 0 and 1");
    return byLevel;
  }

  /**
   * The columns by level.
   *
   * @param path of the columns in the dataset file, or their option
   * @param numbers for each column the number in its name, which is its level
   * @throws IllegalArgumentException if two columns have the same level
   */
  static SortedMap<Double, String> byLevel(String path, Map<String, String> numbers) {
    boolean arePercentages = arePercentages(numbers.values());
    SortedMap<Double, String> byLevel = new TreeMap<>();
    numbers.forEach(
        (column, number) -> {
          double level = level(number, arePercentages);
          String other = byLevel.put(level, column);
          DatasetChecks.check(
              other == null,
              path + ": " + other + " and " + column + " have the same level, " + level);
        });
    return byLevel;
  }

  /** The number that a text is; empty if it is none. */
  static String numberOf(String text) {
    return NUMBER.matcher(text).matches() ? text : "";
  }

  /** The only number in a text; empty if it has none or several. */
  static String numberIn(String text) {
    List<String> numbers = NUMBER.matcher(text).results().map(MatchResult::group).toList();
    return numbers.size() == 1 ? numbers.get(0) : "";
  }

  /**
   * Whether the numbers with a point are percentages: one of them is above 1, so that 0.5 beside
   * 97.5 is 0.5 %; or all are 1 or more.
   */
  private static boolean arePercentages(Collection<String> numbers) {
    List<BigDecimal> sorted =
        numbers.stream().filter(one -> one.contains(".")).map(BigDecimal::new).sorted().toList();
    return !sorted.isEmpty()
        && (sorted.get(0).compareTo(BigDecimal.ONE) >= 0
            || sorted.get(sorted.size() - 1).compareTo(BigDecimal.ONE) > 0);
  }

  private static double level(String number, boolean arePercentages) {
    if (number.contains(".")) {
      BigDecimal level = new BigDecimal(number);
      return (arePercentages ? level.movePointLeft(2) : level).doubleValue();
    }
    return Double.parseDouble(number) / (number.length() > 2 ? 1000 : 100);
  }
}
