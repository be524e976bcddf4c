package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;

/** A statistic with replicates of it that were made under the null hypothesis. */
public final class Replicates {
  /** Replicates that differ from the statistic by rounding only count as at least as large. */
  private static final double ROUNDING = 1e-12;

  private final double statistic;
  private final double[] values;

  Replicates(double statistic, double[] values) {
    Checks.atLeast("number of replicates", values.length, 1);
    this.statistic = statistic;
    this.values = values;
  }

  /** The statistic. */
  public double statistic() {
    return statistic;
  }

  /** The replicates. */
  public double[] values() {
    return values.clone();
  }

  /** How many of the R replicates are at least as large as the statistic. */
  public int count() {
    int count = 0;
    for (double value : values) {
      count += value >= statistic - ROUNDING * Math.abs(statistic) ? 1 : 0;
    }
    return count;
  }

  /**
   * (1 + count) / (1 + R): valid, never 0. (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585.)
   */
  public double pValue() {
    return (1.0 + count()) / (1.0 + values.length);
  }
}
