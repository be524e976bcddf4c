package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/** The sums of log-ratios of consecutive panes: mutable. */
final class Stretch {
  private final double[] sums;
  private long start;
  private double labels;

  /** A stretch of no panes. */
  Stretch(int size) {
    this.sums = new double[size];
  }

  /** A stretch that is known. */
  Stretch(long start, double labels, double[] sums) {
    this.start = start;
    this.labels = labels;
    this.sums = sums;
  }

  int length() {
    return 2 + sums.length;
  }

  void read(DoubleBuffer state) {
    start = (long) state.get();
    labels = state.get();
    state.get(sums);
  }

  void write(DoubleBuffer state) {
    state.put((double) start).put(labels).put(sums);
  }

  /** Forgets all panes; the next one starts at the given time. */
  void restart(long at) {
    start = at;
    labels = 0;
    Arrays.fill(sums, 0);
  }

  void set(Stretch other) {
    start = other.start;
    labels = other.labels;
    System.arraycopy(other.sums, 0, sums, 0, sums.length);
  }

  void add(double paneLabels, double[] paneSums) {
    labels += paneLabels;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += paneSums[i];
    }
  }

  /** The start of its first pane, milliseconds since 1970. */
  long start() {
    return start;
  }

  /** The number of labels. */
  double labels() {
    return labels;
  }

  /** For each recalibration the sum of its log-ratios; not a copy. */
  double[] sums() {
    return sums;
  }
}
