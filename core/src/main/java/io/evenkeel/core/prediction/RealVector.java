package io.evenkeel.core.prediction;

import java.util.Arrays;

/** A vector of d &ge; 1 finite numbers. */
public final class RealVector implements Target {
  private final double[] values;

  RealVector(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a target needs at least one number");
    }
    this.values = values.clone();
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException("target[" + i + "] must be finite, got " + values[i]);
      }
      this.values[i] += 0.0; // -0.0 is the same number.
    }
  }

  /** The number of coordinates d. */
  public int dimension() {
    return values.length;
  }

  /** Coordinate i, 0-based. */
  public double get(int i) {
    return values[i];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RealVector that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
