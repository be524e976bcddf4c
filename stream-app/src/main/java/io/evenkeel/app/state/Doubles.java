package io.evenkeel.app.state;

import java.util.Arrays;

/**
 * A flat block of numbers, the state of something in {@code core}: a value, equal to another one
 * with the same numbers.
 */
public final class Doubles {
  /** No numbers. */
  public static final Doubles NONE = new Doubles();

  private final double[] values;

  private Doubles(double... values) {
    this.values = values;
  }

  /** The block of these numbers, which are not copied and must not change any more. */
  public static Doubles of(double... values) {
    return values.length == 0 ? NONE : new Doubles(values);
  }

  /** The numbers, a copy. */
  public double[] toArray() {
    return values.clone();
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return values.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Doubles that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
