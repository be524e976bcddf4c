package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;

/** Residuals that are sums over bins, and those of the panes since a repair: mutable. */
abstract class BinDirection implements Direction {
  /** What a standard normal variable is above with a chance of 5 %. */
  private static final double Z_95 = 1.6448536269514722;

  private double sum;
  private double nullVariance;

  /** Reads what {@link #write} wrote. */
  final void resume(DoubleBuffer state) {
    sum = state.get();
    nullVariance = state.get();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(sum).put(nullVariance);
  }

  @Override
  public int length() {
    return 2;
  }

  @Override
  public final void restart() {
    sum = 0;
    nullVariance = 0;
  }

  @Override
  public final void add(Pane pane) {
    project(pane).ifPresent(this::add);
  }

  private void add(Projection residuals) {
    sum += residuals.sum();
    nullVariance += residuals.nullVariance();
  }

  /** Whether their mean is not beyond what calibrated predictions have 19 times of 20. */
  @Override
  public final boolean isQuiet() {
    return sum <= Z_95 * Math.sqrt(nullVariance);
  }
}
