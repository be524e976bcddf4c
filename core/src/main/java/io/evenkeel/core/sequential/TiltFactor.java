package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;

/**
 * A mutable source of factors for an {@link EProcess} against calibration of categorical
 * predictions: exponential tilts exp(θ u<sub>y</sub>) / E exp(θ u<sub>Z</sub>), Z ~ p, by the
 * running {@link Witness} u, for a grid of θ<sub>c</sub> = c / √S, S being the exponentially
 * forgetting mean of the variance of u<sub>Z</sub>. Finds all that the kernel sees, in both
 * directions. Where √S is at most 1e-14 of what u is summed up from it is rounding, and the factors
 * are 1.
 */
public final class TiltFactor {
  /** Of the mean square of what u is summed up from: less is rounding. */
  private static final double ROUNDING = 1e-28;

  private final Witness witness;
  private final double[] grid;
  private final double memory;
  private double meanVariance;
  private double meanSquaredScale;
  private boolean started;

  /**
   * Factors for a grid of tilts.
   *
   * @param witness u, without observations
   * @param memory the weight in (0, 1] of the past in S
   * @param grid the tilts c in standard deviations of u
   */
  public TiltFactor(Witness witness, double memory, double... grid) {
    this.witness = witness;
    this.memory = Checks.within("memory", memory, 0, 1);
    this.grid = grid.clone();
  }

  /** The logarithms of the factors of an observation; the witness then learns from it. */
  public double[] play(Categorical p, ClassLabel y) {
    double[] logFactors = new double[grid.length];
    if (witness.size() > 0) {
      double[] u = new double[p.classes()];
      double scale = witness.fill(u, p);
      meanVariance = updated(meanVariance, variance(p, u));
      meanSquaredScale = updated(meanSquaredScale, scale * scale);
      started = true;
      for (int c = 0; c < grid.length; c++) {
        logFactors[c] = logFactor(p, u, y.index(), grid[c]);
      }
    }
    witness.add(p, y);
    return logFactors;
  }

  private double updated(double mean, double value) {
    return started ? memory * mean + (1 - memory) * value : value;
  }

  private static double variance(Categorical p, double[] u) {
    double mean = Witness.mean(p, u);
    double variance = 0;
    for (int k = 0; k < u.length; k++) {
      variance += p.probability(k) * (u[k] - mean) * (u[k] - mean);
    }
    return variance;
  }

  private double logFactor(Categorical p, double[] u, int label, double c) {
    if (!(meanVariance > ROUNDING * meanSquaredScale)) {
      return 0;
    }
    double theta = c / Math.sqrt(meanVariance);
    double top = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < u.length; k++) {
      if (p.probability(k) > 0) {
        top = Math.max(top, theta * u[k]);
      }
    }
    double sum = 0;
    for (int k = 0; k < u.length; k++) {
      if (p.probability(k) > 0) {
        sum += p.probability(k) * Math.exp(theta * u[k] - top);
      }
    }
    return theta * u[label] - top - Math.log(sum);
  }
}
