package io.evenkeel.core.drift;

import java.util.Arrays;

/**
 * Neighbouring cells of a {@link Feature}.
 *
 * @param kind what their cases have in common
 * @param from the first cell
 * @param to the cell behind the last one
 * @param category the value that they share; NaN unless they are a category
 */
public record CellGroup(Kind kind, int from, int to, double category) {

  /** What the cases of some cells have in common. */
  public enum Kind {
    /** No value. */
    MISSING,
    /** A value. */
    PRESENT,
    /** A value below all of the sample that the cells were made from. */
    BELOW,
    /** A value above all of that sample. */
    ABOVE,
    /** One value of a feature of few. */
    CATEGORY,
    /** Any other value of such a feature. */
    OTHER
  }

  static CellGroup missing() {
    return new CellGroup(Kind.MISSING, 0, 1, Double.NaN);
  }

  static CellGroup present(int cells) {
    return new CellGroup(Kind.PRESENT, 1, cells, Double.NaN);
  }

  /** Whether they lie beside the sample that the cells were made from. */
  public boolean isOutside() {
    return kind == Kind.BELOW || kind == Kind.ABOVE;
  }

  /** Whether they hold what is missing, or was not seen before. */
  public boolean isLoss() {
    return kind == Kind.MISSING || kind == Kind.OTHER;
  }

  /** The sum of some numbers, one for each cell of the feature, over these cells. */
  public double sum(double[] numbers) {
    return Arrays.stream(numbers, from, to).sum();
  }
}
