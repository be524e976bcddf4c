package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which observations of a sample are about the same outcome: those of each follow one another.
 * Their targets say little more than one, so what is learned from some may not be judged by others.
 *
 * <p>Immutable.
 */
public final class Outcomes {
  /** The index of the first observation of each outcome; then that of none. */
  private final int[] starts;

  private Outcomes(int[] starts) {
    this.starts = starts;
  }

  /** Each of n observations is about an outcome of its own. */
  public static Outcomes each(int n) {
    return new Outcomes(IntStream.rangeClosed(0, n).toArray());
  }

  /**
   * Those with the given names.
   *
   * @param names of the outcome of each observation, those of one outcome one after the other;
   *     empty where it is one of its own
   */
  public static Outcomes of(List<String> names) {
    int n = names.size();
    return new Outcomes(
        IntStream.rangeClosed(0, n)
            .filter(
                i ->
                    i == 0
                        || i == n
                        || names.get(i).isEmpty()
                        || !names.get(i).equals(names.get(i - 1)))
            .toArray());
  }

  /** The number of outcomes. */
  int size() {
    return starts.length - 1;
  }

  /** The index of the first observation of outcome k; of the first beyond the last, n. */
  int start(int k) {
    return starts[k];
  }

  /**
   * The sample in parts of as many outcomes each, as far as can be.
   *
   * @return the index of the first observation of each part, and n
   */
  int[] parts(int count) {
    return IntStream.rangeClosed(0, count)
        .map(part -> starts[(int) ((long) part * size() / count)])
        .toArray();
  }

  /** Those of the observations with the given 0-based indices, in ascending order. */
  Outcomes subset(int... indices) {
    int[] outcome = new int[starts[size()]];
    for (int k = 0; k < size(); k++) {
      for (int i = starts[k]; i < starts[k + 1]; i++) {
        outcome[i] = k;
      }
    }
    int n = indices.length;
    return new Outcomes(
        IntStream.rangeClosed(0, n)
            .filter(i -> i == 0 || i == n || outcome[indices[i]] != outcome[indices[i - 1]])
            .toArray());
  }

  /** Checks that they are those of a sample of n observations. */
  void check(int n) {
    Checks.sameLength("outcomes of observations", starts[size()], "observations", n);
  }
}
