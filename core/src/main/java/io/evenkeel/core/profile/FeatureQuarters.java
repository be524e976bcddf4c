package io.evenkeel.core.profile;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cells that group cases by the values of one feature: the quarters of these values.
 *
 * @param name of the feature
 * @param cuts where the cells but the first begin, at most three, strictly ascending; fewer where
 *     many values are equal
 */
public record FeatureQuarters(String name, List<Double> cuts) {
  /** The most features of a profile. */
  public static final int MOST = 20;

  /** The number of cells, of which some may be empty. */
  public static final int CELLS = 4;

  /** The cell of cases without the feature. */
  public static final byte NONE = -1;

  private static final MathContext DIGITS = new MathContext(3);

  /** Checks the number of cuts, and copies them. */
  public FeatureQuarters {
    cuts = List.copyOf(cuts);
    if (cuts.size() >= CELLS) {
      throw new IllegalArgumentException(
          "the quarters of " + name + " have at most three cuts, got " + cuts);
    }
  }

  /**
   * The quarters of a sample. Where a quarter would end with the smallest value, it has all cases
   * of that value and no others.
   *
   * @param sample n &ge; 1 finite values
   */
  public static FeatureQuarters of(String name, double... sample) {
    double[] sorted = Arrays.stream(sample).map(value -> value + 0.0).sorted().toArray();
    double second =
        Arrays.stream(sorted).filter(value -> value > sorted[0]).findFirst().orElse(sorted[0]);
    double[] cuts = new double[CELLS - 1];
    Arrays.setAll(cuts, k -> Math.max(second, sorted[(k + 1) * sorted.length / CELLS]));
    return new FeatureQuarters(
        name, Arrays.stream(cuts).filter(cut -> cut > sorted[0]).distinct().boxed().toList());
  }

  /**
   * The quarters of the features of cases.
   *
   * @param sample values by name, finite; a random sample of the cases
   * @param limit the most features, at most {@value #MOST}; of more, those that come first by name
   *     are taken
   */
  public static List<FeatureQuarters> learn(List<Map<String, Double>> sample, int limit) {
    Map<String, List<Double>> values = new TreeMap<>();
    for (Map<String, Double> one : sample) {
      one.forEach(
          (name, value) -> values.computeIfAbsent(name, of -> new ArrayList<>()).add(value));
    }
    return values.entrySet().stream()
        .limit(Math.min(limit, MOST))
        .map(of -> of(of.getKey(), of.getValue().stream().mapToDouble(x -> x).toArray()))
        .toList();
  }

  /**
   * The cell of each feature that a case is in, {@link #NONE} for those that it is without.
   *
   * @param values of its features by name, finite
   */
  public static byte[] cells(List<FeatureQuarters> features, Map<String, Double> values) {
    byte[] cells = new byte[features.size()];
    for (int i = 0; i < cells.length; i++) {
      FeatureQuarters feature = features.get(i);
      Double value = values.get(feature.name);
      cells[i] = value == null ? NONE : feature.cell(value);
    }
    return cells;
  }

  /** The cell of a value, from 0. */
  byte cell(double value) {
    byte cell = 0;
    while (cell < cuts.size() && value >= cuts.get(cell)) {
      cell++;
    }
    return cell;
  }

  /** What the cases of a cell have in common, such as "feature age is 52 or more". */
  public String describe(int cell) {
    boolean isQuarter = cuts.size() == CELLS - 1;
    String range;
    if (cuts.isEmpty()) {
      range = "given";
    } else if (cell == 0) {
      range = "less than " + rounded(cuts.get(0)) + (isQuarter ? " (its lower quarter)" : "");
    } else if (cell >= cuts.size()) {
      range =
          rounded(cuts.get(cuts.size() - 1))
              + " or more"
              + (isQuarter ? " (its upper quarter)" : "");
    } else {
      range = "from " + rounded(cuts.get(cell - 1)) + " to less than " + rounded(cuts.get(cell));
    }
    return "feature " + name + " is " + range;
  }

  private static String rounded(double value) {
    BigDecimal digits = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return Math.abs(digits.scale()) > 9 ? digits.toString() : digits.toPlainString();
  }
}
