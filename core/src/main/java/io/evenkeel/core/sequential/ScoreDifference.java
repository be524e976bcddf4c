package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;

/**
 * A mutable comparison of two forecasters of the same targets by the differences d<sub>i</sub> in
 * [−c, c] of their scores, added in the order of time. It holds at all times at once, and no model
 * of the targets is assumed: what it bounds is the average of the expected differences so far,
 * Δ<sub>t</sub> = (1/t) Σ<sub>i ≤ t</sub> E[d<sub>i</sub> | d<sub>1</sub>, …, d<sub>i−1</sub>],
 * which may drift. (Choe and Ramdas 2024, doi:10.1287/opre.2021.0792.)
 *
 * <p>With S = Σ d<sub>i</sub> / 2c, V = Σ ((d<sub>i</sub> − γ<sub>i</sub>) / 2c)², γ<sub>i</sub>
 * the mean of the earlier differences (0 before the first) and ψ(λ) = −log(1 − λ) − λ, each exp(λ
 * (S − t Δ<sub>t</sub> / 2c) − ψ(λ) V) with λ in [0, 1) is a supermartingale from 1 (Fan, Grama and
 * Liu 2015, doi:10.1214/EJP.v20-3496). Here λ is mixed over 7/8, 3/4, 1/2, 1/4, …, 1/1024 with
 * equal weights: M(S, V) = mean of exp(λ S − ψ(λ) V).
 *
 * <p>The interval is that of the same mixture, so that it excludes 0 just where one of the e-values
 * reaches 2/α. For small V it is narrower than a stitched boundary, whose V is at least 1.
 *
 * <p>A step takes O(1) time; so do the e-values and, with 60 bisections, the interval.
 */
public final class ScoreDifference {
  private static final double[] BETS = {
    0.875, 0.75, 0.5, 0.25, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-10
  };
  private static final int BISECTIONS = 60;
  private static final double[] LOG_WEIGHTS = new double[BETS.length];
  private static final double[] PENALTIES = new double[BETS.length];

  static {
    Arrays.fill(LOG_WEIGHTS, -Math.log(BETS.length));
    Arrays.setAll(PENALTIES, k -> -Math.log1p(-BETS[k]) - BETS[k]);
  }

  private final double bound;
  private long n;
  private double sum;
  private double variation;

  /**
   * All that a comparison knows of its differences, in units of 2c.
   *
   * @param n t &ge; 0
   * @param sum S, in [−t/2, t/2]
   * @param variation V, in [0, t]
   */
  public record State(long n, double sum, double variation) {
    /** Before the first difference. */
    public static final State NONE = new State(0, 0, 0);

    /** What the sum of n numbers of at most 1/2 may be off by, relatively. */
    private static final double ROUNDING = 1e-9;

    /** Checks the ranges. */
    public State {
      double most = (double) n * (1 + ROUNDING);
      if (!(n >= 0 && Math.abs(sum) <= most / 2 && variation >= 0 && variation <= most)) {
        throw new IllegalArgumentException(
            n + " differences cannot have the sum " + sum + " and the variation " + variation);
      }
    }
  }

  /**
   * A comparison before the first difference.
   *
   * @param bound c &gt; 0, in units of the score
   */
  public ScoreDifference(double bound) {
    this(bound, State.NONE);
  }

  /**
   * A comparison that goes on where another one of the same bound was.
   *
   * @param bound c &gt; 0, in units of the score
   * @param state of the other one
   */
  public ScoreDifference(double bound, State state) {
    this.bound = Checks.positive("bound", bound);
    this.n = state.n;
    this.sum = state.sum;
    this.variation = state.variation;
  }

  /** From where another one can go on. */
  public State state() {
    return new State(n, sum, variation);
  }

  /**
   * Adds the difference of the next pair of scores, first forecaster minus second.
   *
   * @throws IllegalArgumentException if it is not in [−c, c]
   */
  public void add(double difference) {
    if (!(Math.abs(difference) <= bound)) {
      throw new IllegalArgumentException(
          "a difference must lie in [-" + bound + ", " + bound + "], got " + difference);
    }
    double x = difference / (2 * bound);
    double surprise = x - (n == 0 ? 0 : sum / (double) n);
    variation += surprise * surprise;
    sum += x;
    n++;
  }

  /** The number of differences t. */
  public long n() {
    return n;
  }

  /** The mean of the differences; NaN before the first. */
  public double mean() {
    return n == 0 ? Double.NaN : 2 * bound * sum / (double) n;
  }

  /**
   * The interval for Δ<sub>t</sub>, within [−c, c]: the mean ± 2c u / t with M(u, V) = 2/α. The
   * chance that Δ<sub>t</sub> is outside at any t is at most α. Intervals of different times are
   * for different averages, so that they must not be intersected.
   *
   * @param alpha α in (0, 1)
   */
  public Interval interval(double alpha) {
    Checks.inUnit("alpha", alpha);
    if (n == 0) {
      return new Interval(-bound, bound);
    }
    double half = 2 * bound * boundary(Math.log(2 / alpha)) / (double) n;
    Interval all = new Interval(-bound, bound);
    return new Interval(all.nearest(mean() - half), all.nearest(mean() + half));
  }

  /** The u with log M(u, V) = level, by bisection from above: M rises with u. */
  private double boundary(double level) {
    double low = 0;
    double high = (double) n;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (logMixture(middle) >= level) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /**
   * log E against Δ<sub>t</sub> ≤ 0 at all t, in nats: log M(S, V). If that holds, the chance that
   * E ever reaches 1/α is at most α. So E ≥ 1/α shows that the first forecaster had the larger
   * expected score on average up to some time.
   */
  public double logEOfLarger() {
    return logMixture(sum);
  }

  /** The same of the second forecaster, against Δ<sub>t</sub> ≥ 0 at all t: log M(−S, V). */
  public double logEOfSmaller() {
    return logMixture(-sum);
  }

  private double logMixture(double s) {
    double[] logs = new double[BETS.length];
    for (int k = 0; k < BETS.length; k++) {
      logs[k] = BETS[k] * s - PENALTIES[k] * variation;
    }
    return LogSum.of(LOG_WEIGHTS, logs);
  }
}
