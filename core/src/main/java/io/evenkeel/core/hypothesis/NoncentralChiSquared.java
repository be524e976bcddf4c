package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * The law of Σ (Z<sub>i</sub> + μ<sub>i</sub>)² over r independent standard normal numbers with Σ
 * μ<sub>i</sub>² = λ: a Poisson mixture of χ² laws with r + 2N degrees of freedom, N of mean λ / 2.
 * It is the law, for a known covariance and many vectors n, of {@link Hotelling}'s statistic when
 * their mean is not zero but √(λ / n) standard deviations away.
 */
public final class NoncentralChiSquared {
  /** Beyond so many standard deviations of N, and so many terms more, nothing is left. */
  private static final double FAR = 10;

  private static final int TERMS = 20;
  private static final double PRECISION = 1e-9;

  private NoncentralChiSquared() {}

  /** From here on the law is as good as normal, and its terms are too many. */
  private static final double LARGE = 1e8;

  /**
   * P(X &gt; x). O(√λ) terms, to about 1e-14; from λ = 10<sup>8</sup> on by the normal law of the
   * same mean and variance, to about 1e-4.
   *
   * @param rank r &ge; 1
   * @param noncentrality λ &ge; 0, finite
   */
  public static double survival(int rank, double noncentrality, double x) {
    Checks.atLeast("rank", rank, 1);
    Checks.finiteNotNegative("noncentrality", noncentrality);
    if (noncentrality == 0) {
      return ChiSquaredDistribution.of(rank).survivalProbability(x);
    }
    if (noncentrality >= LARGE) {
      double variance = 2 * (rank + 2 * noncentrality);
      return NormalDistribution.of(0, 1)
          .survivalProbability((x - rank - noncentrality) / Math.sqrt(variance));
    }
    double mean = noncentrality / 2;
    PoissonDistribution poisson = PoissonDistribution.of(mean);
    double reach = FAR * Math.sqrt(mean) + TERMS;
    int last = (int) Math.ceil(mean + reach);
    double sum = 0;
    for (int j = (int) Math.max(0, Math.floor(mean - reach)); j <= last; j++) {
      sum +=
          poisson.probability(j) * ChiSquaredDistribution.of(rank + 2.0 * j).survivalProbability(x);
    }
    return Math.min(1, sum);
  }

  /**
   * The upper confidence limit of λ at level 1 − α, given a value of X: the λ with P(X &gt; x) = 1
   * − α, 0 if none is so small. By bisection, to 1e-9 of it.
   *
   * @param rank r &ge; 1
   * @param x a finite value &ge; 0
   * @param alpha in (0, 1)
   */
  public static double upperLimit(int rank, double x, double alpha) {
    Checks.finiteNotNegative("x", x);
    Checks.inUnit("alpha", alpha);
    double low = 0;
    double high = 1;
    if (survival(rank, low, x) >= 1 - alpha) {
      return 0;
    }
    while (survival(rank, high, x) < 1 - alpha) {
      low = high;
      high *= 2;
    }
    while (high - low > PRECISION * high) {
      double middle = (low + high) / 2;
      if (survival(rank, middle, x) < 1 - alpha) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
