package io.evenkeel.app.dataset;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
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
  /** Stands for a level in a name: 0.05, 05 or 5 for 5 %, and 0.025, 025 or 2.5 for 2.5 %. */
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
    SortedMap<Double, String> found = new TreeMap<>();
    for (String column : columns.names()) {
      Matcher matcher = name.matcher(column);
      if (matcher.matches()) {
        put(found, path, level(matcher.group(1)), column);
      }
    }
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
   * Adds a column.
   *
   * @param path of the columns in the dataset file, or their option
   * @throws IllegalArgumentException if another column has the level
   */
  static void put(Map<Double, String> byLevel, String path, double level, String column) {
    String other = byLevel.put(level, column);
    DatasetChecks.check(
        other == null, path + ": " + other + " and " + column + " have the same level, " + level);
  }

  /** The level that a text is: 0.05 of 0.05, 05 and 5; NaN of what is no number. */
  static double levelOf(String text) {
    return NUMBER.matcher(text).matches() ? level(text) : Double.NaN;
  }

  /** The level that the only number in a text is; NaN if it has none or several. */
  static double levelIn(String text) {
    List<String> numbers = NUMBER.matcher(text).results().map(MatchResult::group).toList();
    return numbers.size() == 1 ? level(numbers.get(0)) : Double.NaN;
  }

  private static double level(String number) {
    if (number.contains(".")) {
      BigDecimal level = new BigDecimal(number);
      boolean isPercentage = level.compareTo(BigDecimal.ONE) >= 0;
      return (isPercentage ? level.movePointLeft(2) : level).doubleValue();
    }
    return Double.parseDouble(number) / (number.length() > 2 ? 1000 : 100);
  }
}
