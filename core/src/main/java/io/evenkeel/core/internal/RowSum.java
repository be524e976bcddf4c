package io.evenkeel.core.internal;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A sum over the rows of a matrix that is never stored. */
public final class RowSum {
  /** Below this number of rows starting other threads costs more than it saves. */
  private static final int FEW_ROWS = 128;

  private RowSum() {}

  /**
   * The sum of f(0), …, f(n − 1), evaluated in parallel and added in order, so that the result does
   * not depend on the number of threads. O(n) memory.
   */
  public static double of(int n, IntToDoubleFunction f) {
    IntStream rows = IntStream.range(0, n);
    double sum = 0;
    for (double row : (n < FEW_ROWS ? rows : rows.parallel()).mapToDouble(f).toArray()) {
      sum += row;
    }
    return sum;
  }
}
