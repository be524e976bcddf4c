package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;

/**
 * A mutable e-process E<sub>t</sub> = Σ<sub>g</sub> w<sub>g</sub> Π<sub>s ≤ t</sub>
 * L<sub>g,s</sub>: a weighted mean of products of factors, each of which has expectation at most 1
 * given the past if the null hypothesis holds.
 *
 * <p>Then the chance that E ever reaches 1/α is at most α, so that one may look after every step
 * and stop when one likes. (Ville 1939; Ramdas et al. 2023, doi:10.1214/23-STS894.)
 *
 * <p>A factor of 0 ends a component for good. An infinite factor refutes the null hypothesis.
 */
public final class EProcess {
  private final double[] logWeights;
  private final double[] logProducts;
  private double logValue;
  private double logLargest;

  private EProcess(double[] logWeights) {
    this.logWeights = logWeights;
    this.logProducts = new double[logWeights.length];
  }

  /** An e-process of one component. */
  public static EProcess single() {
    return mixture(1);
  }

  /** An e-process whose components have the given weights, positive with sum 1. */
  public static EProcess mixture(double... weights) {
    return new EProcess(Mixture.logWeights(weights));
  }

  /** Takes one step, given the logarithm of the factor of each component. */
  public void multiply(double... logFactors) {
    Mixture.checkFactors(logFactors, logProducts.length);
    for (int g = 0; g < logProducts.length; g++) {
      // What is 0 or infinite stays so.
      logProducts[g] += Double.isInfinite(logProducts[g]) ? 0 : logFactors[g];
    }
    logValue = LogSum.of(logWeights, logProducts);
    logLargest = Math.max(logLargest, logValue);
  }

  /** log E<sub>t</sub>; 0 before the first step. */
  public double logValue() {
    return logValue;
  }

  /** The p-value that is valid at any stopping time: 1 / max<sub>s ≤ t</sub> E<sub>s</sub>. */
  public double pValue() {
    return Math.exp(-logLargest);
  }

  /**
   * Whether E<sub>t</sub> is at least 1/α now.
   *
   * @param alpha α in (0, 1)
   */
  public boolean reaches(double alpha) {
    return logValue >= -Math.log(Checks.inUnit("alpha", alpha));
  }
}
