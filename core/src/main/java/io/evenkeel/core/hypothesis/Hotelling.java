package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Hotelling's test that the mean of n feature vectors is zero, Q = n x̄ᵀS⁺x̄, for features that may
 * be nearly collinear.
 *
 * <p>The features are scaled to unit variance, those without variance dropped, and of their
 * correlation matrix only the eigenvalues above a share of the largest are kept: their number is
 * the rank r. Degenerate, with Q = 0 and p = 1, if none is left.
 *
 * @param tolerance the share, in (0, 1)
 * @param law the law of Q
 */
public record Hotelling(double tolerance, Law law) {

  /** The law of Q if the mean is zero. */
  public enum Law {
    /** p = P(χ²<sub>r</sub> &gt; Q): for a covariance that is known, or n far above r. */
    CHI_SQUARED,
    /**
     * p = P(F<sub>r,n−r</sub> &gt; (n − r) Q / (r (n − 1))), 1 for n &le; r: for a covariance
     * estimated with denominator n − 1.
     */
    F
  }

  /** Checks the tolerance. */
  public Hotelling {
    Checks.inUnit("tolerance", tolerance);
  }

  /**
   * Tests a mean. O(J³).
   *
   * @param mean the mean of J features
   * @param covariance their J &times; J covariance, used above the diagonal
   * @param smallestVariance a variance up to this cannot be distinguished from 0
   * @param n the number of feature vectors &ge; 1
   */
  public TestResult test(double[] mean, double[][] covariance, double smallestVariance, long n) {
    return test(mean, covariance, covariance, smallestVariance, n);
  }

  /**
   * Tests a mean with a second estimate of the covariance, whose variance counts in the
   * eigenvectors in which it is more than twice as large. O(J³).
   */
  TestResult test(
      double[] mean, double[][] covariance, double[][] second, double smallestVariance, long n) {
    Checks.sameLength("mean", mean.length, "covariance", covariance.length);
    SpectralForm form = SpectralForm.of(mean, covariance, second, smallestVariance, tolerance);
    if (form.rank() == 0) {
      return TestResult.degenerate(0, n);
    }
    double q = n * form.value();
    return new TestResult(q, pValue(q, form.rank(), n), form.rank(), n, false);
  }

  private double pValue(double q, int rank, long n) {
    if (law == Law.CHI_SQUARED) {
      return ChiSquaredDistribution.of(rank).survivalProbability(q);
    }
    if (n <= rank) {
      return 1;
    }
    double f = (n - rank) * q / (rank * (n - 1.0));
    return FDistribution.of(rank, (double) (n - rank)).survivalProbability(f);
  }
}
