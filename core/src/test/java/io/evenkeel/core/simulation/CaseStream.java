package io.evenkeel.core.simulation;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A mutable source of the values of one feature of unit variance, 144 panes a day, independent or
 * not.
 */
final class CaseStream {
  static final int PANES_A_DAY = 144;
  private static final int WEEK = 7;
  private static final int WORKING_DAYS = 5;

  /** How much of the variance the panes of {@link Law#WANDERING} have, as a standard deviation. */
  private static final double WANDERING = 0.3;

  private final Law law;
  private final UniformRandomProvider random;
  private final ZigguratSampler.NormalizedGaussian normal;
  private double state;
  private int pane;

  /** How values depend on those before them and on the time of day. */
  enum Law {
    INDEPENDENT(0, 0, 0, 0),
    /** An autoregression from case to case. */
    AUTOREGRESSION_95(0.95, 0, 0, 0),
    AUTOREGRESSION_99(0.99, 0, 0, 0),
    /** A sine of half a standard deviation. */
    DAILY(0, 0, 0.5, 0),
    /** A sine of two. */
    VERY_DAILY(0, 0, 2, 0),
    AUTOREGRESSION_95_DAILY(0.95, 0, 0.5, 0),
    /** Half a standard deviation more on two days of seven. */
    WEEKLY(0, 0, 0, 0.5),
    WEEKLY_DAILY(0, 0, 0.5, 0.5),
    /** A level of each pane, an autoregression from pane to pane. */
    WANDERING(0, 0.9, 0, 0),
    SLOWLY_WANDERING(0, 0.99, 0, 0);

    private final double ofCases;
    private final double ofPanes;
    private final double daily;
    private final double weekend;

    Law(double ofCases, double ofPanes, double daily, double weekend) {
      this.ofCases = ofCases;
      this.ofPanes = ofPanes;
      this.daily = daily;
      this.weekend = weekend;
    }
  }

  /** What becomes of values: x to shift + scale x, missing or new with some probability. */
  record Change(double shift, double scale, double missing, double fresh) {
    static final Change NONE = new Change(0, 1, 0, 0);
    static final Change GONE = new Change(0, 1, 1, 0);

    static Change shift(double by) {
      return new Change(by, 1, 0, 0);
    }
  }

  CaseStream(Law law, long seed) {
    this(law, seed, 0);
  }

  /**
   * A source.
   *
   * @param first the number of its first pane; pane 0 begins a day and a week
   */
  CaseStream(Law law, long seed, int first) {
    this.pane = first - 1;
    this.law = law;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    this.normal = ZigguratSampler.NormalizedGaussian.of(random);
    this.state = normal.sample();
  }

  /** Values of the next pane; NaN where missing, a value never seen before where it is fresh. */
  double[] pane(int n, Change change) {
    pane++;
    double coefficient = law.ofPanes > 0 ? law.ofPanes : law.ofCases;
    double daily = law.daily * Math.sin(2 * Math.PI * pane / PANES_A_DAY);
    boolean isWeekend = pane / PANES_A_DAY % WEEK >= WORKING_DAYS;
    double weekend = isWeekend ? law.weekend : 0;
    double level = law.ofPanes > 0 ? WANDERING * next(coefficient) : 0;
    double rest = law.ofPanes > 0 ? Math.sqrt(1 - WANDERING * WANDERING) : 1;
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      double x = law.ofCases > 0 ? next(coefficient) : normal.sample();
      x = daily + weekend + level + rest * x;
      values[i] = changed(x, change);
    }
    return values;
  }

  private double changed(double x, Change change) {
    boolean isChanged = change.missing > 0 || change.fresh > 0;
    double u = isChanged ? random.nextDouble() : 1;
    if (u < change.missing) {
      return Double.NaN;
    }
    return u < change.missing + change.fresh ? 100 : change.shift + change.scale * x;
  }

  private double next(double coefficient) {
    state = coefficient * state + Math.sqrt(1 - coefficient * coefficient) * normal.sample();
    return state;
  }
}
