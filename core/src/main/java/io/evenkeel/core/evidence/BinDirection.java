package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;

/** Residuals that are sums over bins, and those of the panes since a repair: mutable. */
abstract class BinDirection implements Direction {
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

  /** Of a mean so large: their evidence is half the square of a normal variable. */
  @Override
  public final double pValue() {
    if (sum <= 0 || nullVariance <= 0) {
      return nullVariance > 0 ? StandardNormal.cdf(-sum / Math.sqrt(nullVariance)) : 1;
    }
    return StandardNormal.cdf(-Math.sqrt(2 * evidence(sum, nullVariance)));
  }
}
