package io.evenkeel.core.internal;

/** Conditions on arguments, each of which NaN fails, with messages that name the value. */
public final class Checks {

  private Checks() {}

  /** The value, if it is positive and finite. */
  public static double positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite, got " + value);
    }
    return value;
  }

  /** The value, if it is not negative and finite. */
  public static double finiteNotNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and not negative, got " + value);
    }
    return value;
  }

  /** The value, if it is finite. */
  public static double finite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " must be finite, got " + value);
    }
    return value;
  }

  /** The value, if it lies in (low, high]. */
  public static double within(String name, double value, double low, double high) {
    if (!(value > low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must lie in (" + low + ", " + high + "], got " + value);
    }
    return value;
  }

  /** The value, if it lies in (0, 1), as a level does. */
  public static double inUnit(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must lie in (0, 1), got " + value);
    }
    return value;
  }

  /** The value, if it is a probability: in [0, 1]. */
  public static double probability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must lie in [0, 1], got " + value);
    }
    return value;
  }

  /** Passes if each value is a probability. */
  public static void probabilities(String name, double... values) {
    for (double value : values) {
      probability(name, value);
    }
  }

  /** The value, if it is at least {@code least}. */
  public static int atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
    }
    return value;
  }

  /** Passes if both lengths are the same. */
  public static void sameLength(String name, int length, String otherName, int otherLength) {
    if (length != otherLength) {
      throw new IllegalArgumentException(
          name
              + " and "
              + otherName
              + " must have the same length, got "
              + length
              + " and "
              + otherLength);
    }
  }
}
