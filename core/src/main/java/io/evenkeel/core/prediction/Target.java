package io.evenkeel.core.prediction;

/** The target of a prediction, once known: a class or a vector of real numbers. */
public sealed interface Target permits ClassLabel, RealVector {

  /** The class with the given 0-based index. */
  static Target ofClass(int index) {
    return new ClassLabel(index);
  }

  /** The vector of the given d &ge; 1 finite numbers. */
  static Target of(double... values) {
    return new RealVector(values);
  }
}
