package io.evenkeel.core.sequential;

/**
 * Levels for tests that come one after the other without end, so that of all rejections the share
 * of false ones is at most α on average (the false discovery rate): test t is done at level
 * α<sub>t</sub> = α γ<sub>t</sub> (D + 1) after D rejections, with γ<sub>t</sub> = t<sup>−1/4</sup>
 * − (t + 1)<sup>−1/4</sup>.
 *
 * <p>For p-values, rejected up to α<sub>t</sub>, the guarantee needs those of true hypotheses to be
 * independent (LOND: Javanmard and Montanari 2018, doi:10.1214/17-AOS1559); windows that overlap,
 * and segments of one model, are not. For e-values, rejected from 1/α<sub>t</sub> on, it holds
 * whatever the dependence (e-LOND: Xu and Ramdas 2024, arXiv:2311.06412).
 *
 * @param alpha the false discovery rate, in (0, 1)
 */
public record Lond(double alpha) {

  /** Checks the rate. */
  public Lond {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha must lie in (0, 1), got " + alpha);
    }
  }

  /**
   * The level of the next test.
   *
   * @param tests the number of tests done before, at least 0
   * @param rejections how many of them rejected
   */
  public double level(long tests, long rejections) {
    if (rejections < 0 || tests < rejections) {
      throw new IllegalArgumentException(
          "got " + rejections + " rejections among " + tests + " tests");
    }
    return Math.min(1, alpha * Math.exp(Spending.logShare(tests + 1)) * (rejections + 1));
  }
}
