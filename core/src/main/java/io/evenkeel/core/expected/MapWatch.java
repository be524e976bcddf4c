package io.evenkeel.core.expected;

import java.util.Arrays;

/**
 * Mutable: watches whether labels still relate to predictions as labels before them did. In each
 * cell events come as often as in earlier labels, or their log-odds are off by ±0.25 or ±0.5: in
 * all cells alike, or to one side where events are the rule and to the other where they are the
 * exception. For each of these eight there is a CUSUM of the log-likelihood ratio (Page 1954).
 *
 * <p>If the rates are known and labels independent, the first of them reaches log(8 A) after A
 * panes or more on average. A rate is learned: where n of N + n labels are new, their
 * log-likelihood ratio counts N / (N + n).
 */
final class MapWatch {
  private static final double[] SHIFTS = {-0.5, -0.25, 0.25, 0.5};

  /** With fewer labels, the rate of a cell is not known well enough. */
  private static final int LEAST_IN_CELL = 30;

  /** The number of CUSUMs. */
  static final int LENGTH = 2 * SHIFTS.length;

  private final double[] sums = new double[LENGTH];
  private final double threshold;

  /**
   * A watch that has seen nothing.
   *
   * @param panes A, how many pass on average before a false change, &gt; 0
   */
  MapWatch(double panes) {
    threshold = Math.log(LENGTH * panes);
  }

  void write(double[] numbers, int offset) {
    System.arraycopy(sums, 0, numbers, offset, LENGTH);
  }

  void read(double[] numbers, int offset) {
    System.arraycopy(numbers, offset, sums, 0, LENGTH);
  }

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
    for (int k = 0; k < sums.length; k++) {
      double shift = SHIFTS[k % SHIFTS.length];
      double ratio = 0;
      for (int c = 0; c < count.length; c++) {
        if (count[c] >= LEAST_IN_CELL) {
          double rate = (events[c] + 0.5) / (count[c] + 1);
          double tilt = k < SHIFTS.length || rate > 0.5 ? shift : -shift;
          // Of many new labels, the error of the rate of few would look like a change.
          double known = count[c] / (count[c] + newCount[c]);
          double log = newEvents[c] * tilt - newCount[c] * Math.log1p(rate * Math.expm1(tilt));
          ratio += known * log;
        }
      }
      sums[k] = Math.max(0, sums[k]) + ratio;
      changed |= sums[k] > threshold;
    }
    return changed;
  }

  /** Begins anew. */
  void reset() {
    Arrays.fill(sums, 0);
  }
}
