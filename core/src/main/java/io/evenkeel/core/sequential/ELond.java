package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * Levels for tests by e-values that come one after the other without end, so that of all rejections
 * the share of false ones is at most α on average (the false discovery rate), whatever the
 * dependence of the tests: windows that overlap and segments of one model included. After t − 1
 * tests, D of which rejected, an e-value rejects from 1/α<sub>t</sub> on, with α<sub>t</sub> = α
 * γ<sub>t</sub> (D + 1) and γ<sub>t</sub> = t<sup>−1/4</sup> − (t + 1)<sup>−1/4</sup>, as in LOND.
 *
 * <p>Asked is that each e-value of a true hypothesis has an expectation of at most 1; it may be
 * that of the window alone or given what came before. Unlike p-values of large samples, e-values
 * keep their meaning at levels of 1e-6, which such a sequence asks for.
 *
 * <p>Sources: Xu and Ramdas 2024, <i>Online multiple testing with e-values</i>, arXiv:2311.06412,
 * section 3; LOND is of Javanmard and Montanari 2018, doi:10.1214/17-AOS1559.
 *
 * @param alpha the false discovery rate, in (0, 1)
 */
public record ELond(double alpha) {

  /** Checks the rate. */
  public ELond {
    Checks.inUnit("alpha", alpha);
  }

  /**
   * From where on the logarithm of the next e-value rejects; at least 0.
   *
   * @param tests the number of tests done before, at least 0
   * @param rejections how many of them rejected
   */
  public double logThreshold(long tests, long rejections) {
    if (rejections < 0 || tests < rejections) {
      throw new IllegalArgumentException(
          "got " + rejections + " rejections among " + tests + " tests");
    }
    return Math.max(
        0, -Math.log(alpha) - Spending.logShare(tests + 1) - Math.log(rejections + 1.0));
  }

  /**
   * Whether the next e-value rejects.
   *
   * @param logEValue its logarithm
   */
  public boolean rejects(double logEValue, long tests, long rejections) {
    return logEValue >= logThreshold(tests, rejections);
  }
}
