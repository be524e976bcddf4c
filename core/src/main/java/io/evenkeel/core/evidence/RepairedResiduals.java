package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;

/** The residuals along a direction in the panes since a fault seems to be gone: mutable. */
final class RepairedResiduals {
  /** What a standard normal variable is above with a chance of 5 %. */
  private static final double Z_95 = 1.6448536269514722;

  static final int LENGTH = 2;

  private double sum;
  private double nullVariance;

  void restart() {
    sum = 0;
    nullVariance = 0;
  }

  void add(Projection pane) {
    sum += pane.sum();
    nullVariance += pane.nullVariance();
  }

  /** Whether their mean is not beyond what calibrated predictions have 19 times of 20. */
  boolean isQuiet() {
    return sum <= Z_95 * Math.sqrt(nullVariance);
  }

  void read(DoubleBuffer state) {
    sum = state.get();
    nullVariance = state.get();
  }

  void write(DoubleBuffer state) {
    state.put(sum).put(nullVariance);
  }
}
