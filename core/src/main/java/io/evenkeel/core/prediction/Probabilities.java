package io.evenkeel.core.prediction;

import java.util.Arrays;

/** Numbers in [0, 1] that sum to one. */
final class Probabilities {
  /** As near to one as floating point gives: the numbers are kept as they came. */
  private static final double AS_GIVEN = 1e-12;

  /** What adding up numbers in floating point can do to their sum: 0.999 is within 0.001 of one. */
  private static final double ADDING_UP = 1e-9;

  private Probabilities() {}

  /** A copy of the numbers, divided by their sum unless that is one to rounding; none above 1. */
  static double[] normalised(String name, double tolerance, double[] p) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      if (!(p[k] >= 0 && p[k] <= 1 + tolerance + ADDING_UP)) {
        throw new IllegalArgumentException(
            name
                + "["
                + k
                + "] must lie in [0, 1], got "
                + p[k]
                + (p[k] > 1 && p[k] <= 100 ? "; divide percentages by 100" : ""));
      }
      sum += p[k];
    }
    if (!(Math.abs(sum - 1) <= tolerance + ADDING_UP)) {
      throw new IllegalArgumentException(
          "the sum of "
              + name
              + " must be 1 within "
              + tolerance
              + ", got "
              + sum
              + (areHundredths(p) ? "; give three decimals or more" : ""));
    }
    double[] copy = p.clone();
    if (Math.abs(sum - 1) > AS_GIVEN) {
      for (int k = 0; k < copy.length; k++) {
        copy[k] /= sum;
      }
    }
    for (int k = 0; k < copy.length; k++) {
      copy[k] = Math.min(1, copy[k]);
    }
    return copy;
  }

  private static boolean areHundredths(double[] p) {
    return Arrays.stream(p).allMatch(x -> Math.abs(100 * x - Math.rint(100 * x)) < ADDING_UP);
  }
}
