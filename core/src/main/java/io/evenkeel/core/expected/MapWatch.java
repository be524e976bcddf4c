package io.evenkeel.core.expected;

import java.util.Arrays;

/**
 * Mutable: watches whether labels still relate to predictions as labels before them did. In each
 * cell events come as often as in earlier labels, or their log-odds are off by ±0.25 or ±0.5 in all
 * cells: a CUSUM of the log-likelihood ratio for each of the four (Page 1954).
 *
 * <p>One of them reaches log(4 · 500), if the rates are known and labels independent, in less than
 * one of 500 panes on average.
 */
final class MapWatch {
  private static final double[] SHIFTS = {-0.5, -0.25, 0.25, 0.5};
  private static final double THRESHOLD = Math.log(SHIFTS.length * 500.0);

  /** With fewer labels, the rate of a cell is not known well enough. */
  private static final int LEAST_IN_CELL = 30;

  private final double[] sums = new double[SHIFTS.length];

  /**
   * Takes the labels of a pane.
   *
   * @param count per cell the number of labels before
   * @param events per cell the number of events among them
   * @param newCount per cell the number of labels of the pane
   * @param newEvents per cell the number of events among them
   * @return whether the relation changed
   */
  boolean add(double[] count, double[] events, double[] newCount, double[] newEvents) {
    boolean changed = false;
    for (int s = 0; s < SHIFTS.length; s++) {
      double ratio = 0;
      for (int c = 0; c < count.length; c++) {
        if (count[c] >= LEAST_IN_CELL) {
          double rate = (events[c] + 0.5) / (count[c] + 1);
          double normalizer = Math.log1p(rate * Math.expm1(SHIFTS[s]));
          ratio += newEvents[c] * SHIFTS[s] - newCount[c] * normalizer;
        }
      }
      sums[s] = Math.max(0, sums[s]) + ratio;
      changed |= sums[s] > THRESHOLD;
    }
    return changed;
  }

  /** Begins anew. */
  void reset() {
    Arrays.fill(sums, 0);
  }
}
