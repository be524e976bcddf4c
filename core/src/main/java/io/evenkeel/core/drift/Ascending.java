package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;

/** Numbers in strictly ascending order. */
final class Ascending {
  private Ascending() {}

  /** A copy of at least one finite number, each above the one before, with no negative zero. */
  static double[] copy(String name, double... numbers) {
    Checks.atLeast("numbers of " + name, numbers.length, 1);
    double[] copy = numbers.clone();
    for (int i = 0; i < copy.length; i++) {
      copy[i] = Checks.finite(name, copy[i]) + 0.0;
      if (i > 0 && !(copy[i] > copy[i - 1])) {
        throw new IllegalArgumentException(
            name + " must ascend, got " + copy[i] + " after " + copy[i - 1]);
      }
    }
    return copy;
  }
}
