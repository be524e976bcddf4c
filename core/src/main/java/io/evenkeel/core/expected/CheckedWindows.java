package io.evenkeel.core.expected;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far earlier estimates were from what labels later said, at the same lag. Sums, so that they
 * merge by addition.
 *
 * @param windows the number of windows, at least 0
 * @param squares the sum of ((score − estimate) / standard error)², at least 0
 */
public record CheckedWindows(long windows, double squares) {
  /** None. */
  public static final CheckedWindows NONE = new CheckedWindows(0, 0);

  /** As many windows of square 1 are taken for granted. */
  private static final int PRIOR = 2;

  /** A window that is farther off counts as this far: one wrong label may be off by a million. */
  private static final double FARTHEST = 10;

  /** With one more window. */
  public CheckedWindows and(double standardized) {
    double bounded = Math.min(FARTHEST, Math.abs(standardized));
    return new CheckedWindows(windows + 1, squares + bounded * bounded);
  }

  /** By how much standard errors were too small, at least 1: they are never made smaller. */
  public double excess() {
    return Math.sqrt(Math.max(1, (PRIOR + squares) / (PRIOR + windows)));
  }

  /** Half the width of a 95 % interval, in standard errors. */
  double halfWidth() {
    double quantile = TDistribution.of(PRIOR + (double) windows).inverseSurvivalProbability(0.025);
    return quantile * excess();
  }
}
