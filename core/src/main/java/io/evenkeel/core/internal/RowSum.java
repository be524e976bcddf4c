package io.evenkeel.core.internal;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sums over the rows of a matrix that is never stored. */
public final class RowSum {
  /** Below this number of rows starting other threads costs more than it saves. */
  private static final int FEW_ROWS = 128;

  /** Rows that are worked on together. */
  private static final int BAND = 32;

  /** Bands whose sums are held at the same time. */
  private static final int BANDS_AT_ONCE = 64;

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
   * result does not depend on the number of threads. O(width) memory.
   */
  public static double[] ofBands(int n, int width, Band band) {
    double[] total = new double[width];
    int bands = (n + BAND - 1) / BAND;
    for (int start = 0; start < bands; start += BANDS_AT_ONCE) {
      IntStream.range(start, Math.min(bands, start + BANDS_AT_ONCE))
          .parallel()
          .mapToObj(
              b -> {
                double[] sums = new double[width];
                band.add(b * BAND, Math.min(n, (b + 1) * BAND), sums);
                return sums;
              })
          .forEachOrdered(sums -> add(sums, total));
    }
    return total;
  }

  private static void add(double[] sums, double[] total) {
    for (int k = 0; k < total.length; k++) {
      total[k] += sums[k];
    }
  }
}
