package io.evenkeel.core.recalibration;

import java.util.Optional;

/**
 * An interval of a parameter.
 *
 * @param lower the lower end, −∞ if there is none
 * @param upper the upper end, at least the lower, +∞ if there is none
 */
public record ParameterInterval(double lower, double upper) {
  static final ParameterInterval EVERYTHING =
      new ParameterInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Checks the order. */
  public ParameterInterval {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "an interval must not end before it begins, got " + lower + " to " + upper);
    }
  }

  /** Whether a value lies in the interval, its ends included. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** The number in the interval that is next to a value. */
  double nearest(double value) {
    return Math.max(lower, Math.min(upper, value));
  }

  /** The smallest interval that holds both. */
  ParameterInterval hull(ParameterInterval other) {
    return new ParameterInterval(Math.min(lower, other.lower), Math.max(upper, other.upper));
  }

  /** What two sets have in common. */
  static Optional<ParameterInterval> common(
      Optional<ParameterInterval> a, Optional<ParameterInterval> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return Optional.empty();
    }
    double from = Math.max(a.get().lower, b.get().lower);
    double to = Math.min(a.get().upper, b.get().upper);
    return from <= to ? Optional.of(new ParameterInterval(from, to)) : Optional.empty();
  }

  /** The smallest interval that holds two sets. */
  static Optional<ParameterInterval> hull(
      Optional<ParameterInterval> a, Optional<ParameterInterval> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() ? b : a;
    }
    return Optional.of(a.get().hull(b.get()));
  }
}
