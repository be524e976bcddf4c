package io.evenkeel.core.drift.sequential;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The expectation of Π f(c<sub>i</sub>) over k cases drawn without replacement from a pool: the
 * coefficient of t<sup>k</sup> in Π<sub>c</sub> (1 + f<sub>c</sub> t)<sup>s<sub>c</sub></sup> over
 * the number of subsets, for a pool with s<sub>c</sub> cases in cell c.
 *
 * <p>With t at which Bernoulli variables of probabilities f<sub>c</sub> t / (1 + f<sub>c</sub> t)
 * sum to k on average, the coefficient is the chance that they sum to k, times known factors. That
 * chance is counted out where the sum varies little, and else taken from the second-order
 * saddlepoint approximation, whose error in the logarithm is below 1e-4 there. (Daniels 1954,
 * doi:10.1214/aoms/1177728652.) Small samples of very large pools are bounded by draws with
 * replacement. (Hoeffding 1963, doi:10.1080/01621459.1963.10500830, theorem 4.)
 */
final class DrawnShare {
  /** From this variance of the sum on the saddlepoint is near enough. */
  private static final double LARGE_VARIANCE = 30;

  /** The most steps of counting. */
  private static final double MOST_STEPS = 1 << 17;

  private static final int BISECTIONS = 60;

  private DrawnShare() {}

  /**
   * The logarithm of the expectation.
   *
   * @param f positive, by cell
   * @param pool s, whole numbers by cell
   * @param k the number of cases drawn, at most half of the pool
   */
  static double logExpectation(double[] f, double[] pool, int k) {
    double n = Arrays.stream(pool).sum();
    if (k == 0) {
      return 0;
    }
    if (n * k > MOST_STEPS && k * (n - k) / n < LARGE_VARIANCE) {
      double mean = 0;
      for (int c = 0; c < f.length; c++) {
        mean += f[c] * pool[c] / n;
      }
      return k * Math.log(mean);
    }
    double logT = tilt(f, pool, k);
    double[] p = new double[f.length];
    double sum = -k * logT;
    for (int c = 0; c < f.length; c++) {
      double odds = f[c] * Math.exp(logT);
      p[c] = odds / (1 + odds);
      sum += pool[c] * Math.log1p(odds);
    }
    return sum + logChance(p, pool, k) - logSubsets(n, k);
  }

  /** log t. */
  private static double tilt(double[] f, double[] pool, int k) {
    double n = Arrays.stream(pool).sum();
    double middle = Math.log(k / (n - k));
    double low = middle - Math.log(Arrays.stream(f).max().orElseThrow());
    double high = middle - Math.log(Arrays.stream(f).min().orElseThrow());
    for (int i = 0; i < BISECTIONS && low < high; i++) {
      double at = (low + high) / 2;
      double mean = 0;
      for (int c = 0; c < f.length; c++) {
        double odds = f[c] * Math.exp(at);
        mean += pool[c] * odds / (1 + odds);
      }
      if (mean < k) {
        low = at;
      } else {
        high = at;
      }
    }
    return (low + high) / 2;
  }

  /**
   * The logarithm of the chance that Bernoulli variables, pool[c] of probability p[c], sum to k.
   */
  private static double logChance(double[] p, double[] pool, int k) {
    double variance = 0;
    double third = 0;
    double fourth = 0;
    for (int c = 0; c < p.length; c++) {
      double v = pool[c] * p[c] * (1 - p[c]);
      variance += v;
      third += v * (1 - 2 * p[c]);
      fourth += v * (1 - 6 * p[c] * (1 - p[c]));
    }
    if (variance < LARGE_VARIANCE) {
      // No chance is more than 1, where counting would take too long.
      return Arrays.stream(pool).sum() * k > MOST_STEPS ? 0 : Math.log(counted(p, pool, k));
    }
    double correction =
        fourth / (8 * variance * variance)
            - 5 * third * third / (24 * variance * variance * variance);
    return -Math.log(2 * Math.PI * variance) / 2 + Math.log1p(correction);
  }

  private static double counted(double[] p, double[] pool, int k) {
    double[] chances = new double[k + 1];
    chances[0] = 1;
    for (int c = 0; c < p.length; c++) {
      for (long i = Math.round(pool[c]); i > 0; i--) {
        for (int j = k; j > 0; j--) {
          chances[j] += p[c] * (chances[j - 1] - chances[j]);
        }
        chances[0] *= 1 - p[c];
      }
    }
    return chances[k];
  }

  private static double logSubsets(double n, int k) {
    return LogGamma.value(n + 1) - LogGamma.value(k + 1.0) - LogGamma.value(n - k + 1);
  }
}
