package io.evenkeel.core.prediction;

import java.util.Arrays;

/**
 * Neighbouring integers put together into at most so many groups, with as little variance within
 * the groups as can be: their density goes with the cube root of the probability (Panter and Dite
 * 1951, doi:10.1109/JRPROC.1951.230419). Integers are counted from 0 here.
 */
final class CountGroups {
  /** Where each group starts, and behind the last one. */
  private final int[] starts;

  private final double[] weights;
  private final double[] centres;

  /** The probability of the first integer of each. */
  private final double[] leading;

  /** The probability of all groups before each, and of all. */
  private final double[] below;

  /** The probability of all groups behind each. */
  private final double[] above;

  private CountGroups(int[] starts, double[] p) {
    int size = starts.length - 1;
    this.starts = starts;
    this.weights = new double[size];
    this.centres = new double[size];
    this.leading = new double[size];
    this.below = new double[size + 1];
    this.above = new double[size];
    for (int g = 0; g < size; g++) {
      fill(g, p);
      below[g + 1] = below[g] + weights[g];
    }
    for (int g = size - 2; g >= 0; g--) {
      above[g] = above[g + 1] + weights[g + 1];
    }
  }

  private void fill(int g, double[] p) {
    int start = starts[g];
    double offset = 0;
    for (int i = start; i < starts[g + 1]; i++) {
      weights[g] += p[i];
      offset += p[i] * (i - start);
    }
    leading[g] = p[start];
    boolean isEmpty = weights[g] == 0;
    double middle = (starts[g + 1] - 1 - start) / 2.0;
    centres[g] = start + (isEmpty ? middle : offset / weights[g]);
  }

  /** The groups of integers with the probabilities p. */
  static CountGroups of(double[] p, int most) {
    if (p.length <= most) {
      int[] each = new int[p.length + 1];
      Arrays.setAll(each, i -> i);
      return new CountGroups(each, p);
    }
    double[] roots = new double[p.length];
    double total = 0;
    for (int i = 0; i < p.length; i++) {
      roots[i] = Math.cbrt(p[i]);
      total += roots[i];
    }
    int[] starts = new int[most + 1];
    int size = 0;
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      if (size < most && sum * most >= size * total) {
        starts[size++] = i;
      }
      sum += roots[i];
    }
    starts[size] = p.length;
    return new CountGroups(Arrays.copyOf(starts, size + 1), p);
  }

  int size() {
    return weights.length;
  }

  int start(int group) {
    return starts[group];
  }

  double weight(int group) {
    return weights[group];
  }

  double centre(int group) {
    return centres[group];
  }

  double leading(int group) {
    return leading[group];
  }

  double below(int group) {
    return below[group];
  }

  double above(int group) {
    return above[group];
  }

  /** The group of an integer. */
  int of(int integer) {
    if (weights.length == starts[weights.length]) {
      return integer;
    }
    int at = Arrays.binarySearch(starts, integer);
    return at >= 0 ? at : -at - 2;
  }

  /**
   * The first group through which the probability is at least a level, or the last that has any.
   */
  int atLevel(double level) {
    int low = 0;
    int high = weights.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (below[middle + 1] >= level) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    while (low > 0 && weights[low] == 0) {
      low--;
    }
    return low;
  }
}
