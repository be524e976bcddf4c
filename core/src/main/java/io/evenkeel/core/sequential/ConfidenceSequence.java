package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.score.Interval;

/**
 * A mutable sequence of intervals for the mean of payoffs in [−b, b] that holds at all times at
 * once with probability at least 1 − α: the running intersection of empirical-Bernstein intervals.
 *
 * <p>The mean must be the same for all payoffs, given those before: intervals for a mean that
 * drifts cannot be intersected ({@link ScoreDifference}).
 *
 * <p>With payoffs h of disjoint pairs it bounds the SKCE. With fewer than thousands of pairs it
 * distinguishes only gross errors from zero.
 */
public abstract sealed class ConfidenceSequence permits PredictableBernstein, StitchedBernstein {
  private final double bound;
  private double lower = Double.NEGATIVE_INFINITY;
  private double upper = Double.POSITIVE_INFINITY;

  ConfidenceSequence(double bound) {
    this.bound = Checks.positive("bound", bound);
  }

  /**
   * The sequence with predictable plug-in bets, O(√(log n / n)) wide: narrow for small samples.
   * (Waudby-Smith and Ramdas 2024, doi:10.1093/jrsssb/qkad009, theorem 2.)
   *
   * @param bound b &gt; 0
   * @param alpha α in (0, 1)
   */
  public static ConfidenceSequence predictable(double bound, double alpha) {
    return new PredictableBernstein(bound, Checks.inUnit("alpha", alpha));
  }

  /**
   * The sequence from a polynomially stitched boundary, O(√(log log n / n)) wide. (Howard et al.
   * 2021, doi:10.1214/20-AOS1991, theorem 4 and equation 10.)
   *
   * @param bound b &gt; 0
   * @param alpha α in (0, 1)
   */
  public static ConfidenceSequence stitched(double bound, double alpha) {
    return new StitchedBernstein(bound, Checks.inUnit("alpha", alpha));
  }

  /** Adds a payoff in [−b, b]. */
  public void add(double payoff) {
    if (!(Math.abs(payoff) <= bound)) {
      throw new IllegalArgumentException(
          "a payoff must lie in [-" + bound + ", " + bound + "], got " + payoff);
    }
    Interval interval = next((payoff + bound) / (2 * bound));
    lower = Math.max(lower, 2 * bound * interval.lower() - bound);
    upper = Math.min(upper, 2 * bound * interval.upper() - bound);
  }

  /** The interval for the mean of the payoffs x, scaled to [0, 1], after one more. */
  abstract Interval next(double x);

  /** The lower end, −∞ before the first payoff. */
  public double lower() {
    return lower;
  }

  /** The upper end, +∞ before the first payoff. */
  public double upper() {
    return upper;
  }
}
