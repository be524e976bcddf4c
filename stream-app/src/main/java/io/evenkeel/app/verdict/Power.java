package io.evenkeel.app.verdict;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** What a number of labels could have shown. */
final class Power {
  private static final double POWER = 0.8;

  private Power() {}

  /**
   * The smallest miscalibration that n labels show with 80 % power at level α, in nats per label
   * that putting it right would save.
   *
   * <p>For one parameter, twice the log-likelihood ratio has the noncentrality 2n KL, and a
   * two-sided test at level α has power β if that is (z<sub>1−α/2</sub> + z<sub>β</sub>)². More
   * parameters need more: this is the best that any test could do.
   */
  static double detectableGain(long n, double alpha) {
    NormalDistribution standard = NormalDistribution.of(0, 1);
    double z =
        standard.inverseSurvivalProbability(alpha / 2)
            + standard.inverseCumulativeProbability(POWER);
    return z * z / (2 * n);
  }
}
