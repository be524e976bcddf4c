package io.evenkeel.core.hypothesis;

import java.util.stream.IntStream;

/**
 * Holm's correction for several tests, which keeps the chance of rejecting any true hypothesis at
 * the level, however the tests depend on each other. (Holm 1979, Scandinavian Journal of Statistics
 * 6.)
 */
public final class Holm {

  private Holm() {}

  /**
   * The adjusted p-values, in the order of the given ones: a hypothesis is rejected at level alpha
   * if its own is at most alpha. With p<sub>(1)</sub> &le; … &le; p<sub>(m)</sub> that of the i-th
   * is the largest of min(1, (m − k + 1) p<sub>(k)</sub>) over k &le; i. O(m log m).
   *
   * @param pValues m &ge; 0 p-values in [0, 1]
   */
  public static double[] adjust(double... pValues) {
    int m = pValues.length;
    for (double p : pValues) {
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException("a p-value must lie in [0, 1], got " + p);
      }
    }
    int[] order =
        IntStream.range(0, m)
            .boxed()
            .sorted((i, j) -> Double.compare(pValues[i], pValues[j]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[m];
    double largest = 0;
    for (int k = 0; k < m; k++) {
      largest = Math.max(largest, Math.min(1, (m - k) * pValues[order[k]]));
      adjusted[order[k]] = largest;
    }
    return adjusted;
  }
}
