package io.evenkeel.core.internal;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sums over the rows of a matrix that is never stored. */
public final class RowSum {
  /** Below this number of rows starting other threads costs more than it saves. */
  private static final int FEW_ROWS = 128;

  /** Rows that are worked on together. */
  private static final int BAND = 32;

  private RowSum() {}

  /** Adds what some consecutive rows contribute to several sums. */
  @FunctionalInterface
  public interface Band {

    /** Adds the rows from ≤ i &lt; to. */
    void add(int from, int to, double[] sums);
  }

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

  /**
   * Several sums over n rows, by bands of 32 rows in parallel, whose sums are added in order: the
   * result does not depend on the number of threads. O(n width / 32) memory.
   */
  public static double[] ofBands(int n, int width, Band band) {
    double[] total = new double[width];
    IntStream.range(0, (n + BAND - 1) / BAND)
        .parallel()
        .mapToObj(
            b -> {
              double[] sums = new double[width];
              band.add(b * BAND, Math.min(n, (b + 1) * BAND), sums);
              return sums;
            })
        .forEachOrdered(
            sums -> {
              for (int k = 0; k < width; k++) {
                total[k] += sums[k];
              }
            });
    return total;
  }
}
