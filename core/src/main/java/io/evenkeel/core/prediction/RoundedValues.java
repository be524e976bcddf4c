package io.evenkeel.core.prediction;

/**
 * Whether the quantiles of a forecast are on a grid that is coarse for it, as those of small counts
 * and of rounded numbers are: so that many targets equal one. It is seen from the forecast alone,
 * never from its target.
 *
 * <p>The steps of a grid are 1, 1.25, 2, 2.5 or 5 times a power of ten, so tenths, quarters and
 * eighths, too. A value is on the grid to rounding, in single precision if it is such a number.
 * Unrounded ones are on none.
 */
final class RoundedValues {
  /** Rounded numbers with so many steps between them are as good as real ones. */
  private static final int FEW = 10;

  /** What is written with so many digits may be rounded, where it stands alone. */
  private static final int DIGITS = 5;

  private static final double[] STEPS = {1, 1.25, 2, 2.5, 5};
  private static final double ROUNDING = 1e-11;

  /** Of a step, however many of them a value has. */
  private static final double FARTHEST = 1e-3;

  private RoundedValues() {}

  /**
   * Whether values of a forecast, from one index to before another, are equal or on a grid of which
   * few steps lie between neighbours. Of a single one the neighbours are the values outside; if
   * there are none, whether it is a rounded number. O(K).
   *
   * @param values ascending
   */
  static boolean areCoarse(double[] values, int from, int to) {
    boolean isLone = to - from == 1;
    double nearest = Double.POSITIVE_INFINITY;
    for (int k = from + 1; k < to; k++) {
      nearest = Math.min(nearest, values[k] - values[k - 1]);
    }
    if (isLone && from > 0) {
      nearest = values[from] - values[from - 1];
    }
    if (isLone && to < values.length) {
      nearest = Math.min(nearest, values[to] - values[from]);
    }
    if (nearest == Double.POSITIVE_INFINITY) {
      return isLone && isRounded(values[from]);
    }
    return nearest == 0 || isAnyGridCoarse(values, from, to, nearest);
  }

  private static boolean isRounded(double value) {
    double lastDigit = Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - DIGITS + 1);
    return value == Math.rint(value) || isOn(lastDigit, value);
  }

  private static boolean isAnyGridCoarse(double[] values, int from, int to, double nearest) {
    double decade = Math.floor(Math.log10(nearest));
    // One more on either side, as a difference of decimals may be a little too small.
    for (double power = decade - 1; power <= decade + 1; power++) {
      double unit = Math.pow(10, power);
      for (double times : STEPS) {
        double step = times * unit;
        if (Math.rint(nearest / step) < FEW && areOn(step, values, from, to)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean areOn(double step, double[] values, int from, int to) {
    for (int k = from; k < to; k++) {
      if (!isOn(step, values[k])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOn(double step, double value) {
    double steps = value / step;
    double whole = Math.rint(steps);
    double rounding = Math.min(FARTHEST, ROUNDING * Math.max(1, Math.abs(steps)));
    return Math.abs(steps - whole) <= rounding
        || (value == (float) value && value == (float) (step * whole));
  }
}
