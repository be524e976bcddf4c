package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;

/**
 * Sums over bins, of all panes and of late ones, each pane leaving {@value ResidualMemory#FADING}
 * of those before it: mutable.
 */
final class BinMemory {
  private final double[] all;
  private final double[] late;

  BinMemory(int size) {
    this.all = new double[size];
    this.late = new double[size];
  }

  /** Adds the sums of a pane. */
  void add(double... sums) {
    for (int b = 0; b < all.length; b++) {
      all[b] += sums[b];
      late[b] = ResidualMemory.FADING * late[b] + sums[b];
    }
  }

  /** The sums; not a copy. */
  double[] sums(boolean ofLate) {
    return ofLate ? late : all;
  }

  int length() {
    return all.length + late.length;
  }

  void read(DoubleBuffer state) {
    state.get(all).get(late);
  }

  void write(DoubleBuffer state) {
    state.put(all).put(late);
  }
}
