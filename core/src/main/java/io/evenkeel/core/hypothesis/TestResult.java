package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;

/**
 * What a test of calibration says.
 *
 * @param statistic its statistic, NaN if undefined
 * @param pValue the chance, if the model is calibrated, of a statistic at least as extreme, in [0,
 *     1]; 1 if degenerate
 * @param rank the degrees of freedom that the data had: 1 for a normal statistic, 0 if degenerate
 * @param n the number of observations, or of blocks, that the statistic is a mean of
 * @param degenerate whether the data could not have rejected anything, for want of observations or
 *     of variance
 */
public record TestResult(double statistic, double pValue, int rank, long n, boolean degenerate) {

  static TestResult degenerate(double statistic, long n) {
    return new TestResult(statistic, 1, 0, n, true);
  }

  /** Whether the test rejects calibration at level alpha in (0, 1). */
  public boolean rejects(double alpha) {
    Checks.inUnit("alpha", alpha);
    return pValue <= alpha;
  }
}
