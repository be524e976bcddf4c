package io.evenkeel.core.score;

/**
 * A closed interval of numbers; NaN at both ends if it is not defined.
 *
 * @param lower the smallest number
 * @param upper the largest number
 */
public record Interval(double lower, double upper) {

  /** Whether the number lies inside, the ends included. */
  public boolean contains(double x) {
    return x >= lower && x <= upper;
  }
}
