package io.evenkeel.core.score;

/**
 * A closed interval of numbers.
 *
 * @param lower the lower end, −∞ if there is none
 * @param upper the upper end, at least the lower, +∞ if there is none
 */
public record Interval(double lower, double upper) {
  /** All numbers. */
  public static final Interval EVERYTHING =
      new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Checks the order. */
  public Interval {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "an interval must not end before it begins, got " + lower + " to " + upper);
    }
  }

  /** From centre − halfWidth to centre + halfWidth; everything if either is NaN. */
  public static Interval around(double centre, double halfWidth) {
    return Double.isNaN(centre) || Double.isNaN(halfWidth)
        ? EVERYTHING
        : new Interval(centre - halfWidth, centre + halfWidth);
  }

  /** Whether the number lies inside, the ends included. */
  public boolean contains(double x) {
    return lower <= x && x <= upper;
  }

  /** The number inside that is next to x. */
  public double nearest(double x) {
    return Math.max(lower, Math.min(upper, x));
  }

  /** The smallest interval that holds both. */
  public Interval hull(Interval other) {
    return new Interval(Math.min(lower, other.lower), Math.max(upper, other.upper));
  }
}
