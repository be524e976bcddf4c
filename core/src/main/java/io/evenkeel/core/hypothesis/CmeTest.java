package io.evenkeel.core.hypothesis;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.TestLocation;
import java.util.List;

/**
 * {@link Hotelling}'s test that the calibration mean embedding is zero at all test locations. The
 * features ζ<sub>j</sub> are often nearly collinear, so that a plain inverse of their covariance S
 * rejects calibrated models; the eigenvalues above 1e-2 of the largest are kept.
 *
 * <ul>
 *   <li>{@link Covariance#NULL}, the default: S is the mean of the covariance of ζ given each
 *       prediction under calibration, in closed form, and p = P(χ²<sub>r</sub> &gt; Q). Keeps its
 *       size from n = 16.
 *   <li>{@link Covariance#EMPIRICAL}: S is the empirical covariance, and p = P(F<sub>r,n−r</sub>
 *       &gt; (n − r) Q / (r (n − 1))), 1 for n &le; r.
 *   <li>{@link Covariance#EMPIRICAL_CHI_SQUARED}: the same with p = P(χ²<sub>r</sub> &gt; Q), as in
 *       the paper; rejects too often for small n.
 * </ul>
 *
 * <p>Degenerate, with Q = 0 and p = 1, if no feature has variance. (Widmann et al. 2021, appendix
 * C.)
 */
public final class CmeTest {
  private static final double DEFAULT_TOLERANCE = 1e-2;

  /** A null variance up to this share of the largest one is rounding. */
  private static final double NEGLIGIBLE = 1e-14;

  private final Covariance covariance;
  private final double tolerance;

  /** Which covariance of the features, and which law of the statistic. */
  public enum Covariance {
    /** Given the predictions, under calibration; χ². */
    NULL,
    /** Empirical; F. */
    EMPIRICAL,
    /** Empirical; χ². */
    EMPIRICAL_CHI_SQUARED
  }

  private CmeTest(Covariance covariance, double tolerance) {
    this.covariance = covariance;
    this.tolerance = tolerance;
  }

  /** The test with the covariance under the null hypothesis and a tolerance of 1e-2. */
  public static CmeTest withDefaults() {
    return new CmeTest(Covariance.NULL, DEFAULT_TOLERANCE);
  }

  /** This test with another covariance. */
  public CmeTest with(Covariance covariance) {
    return new CmeTest(covariance, tolerance);
  }

  /** This test keeping eigenvalues above another share, in (0, 1), of the largest. */
  public CmeTest withTolerance(double tolerance) {
    return new CmeTest(covariance, new Hotelling(tolerance, Hotelling.Law.F).tolerance());
  }

  /** Tests n observations at the given locations. O(nJ² + J³). */
  public TestResult test(TensorKernel kernel, List<TestLocation> locations, Observations sample) {
    return test(Cme.of(kernel, locations, sample));
  }

  /** Tests with the moments of n observations. O(J³). */
  public TestResult test(Cme cme) {
    boolean underNull = covariance == Covariance.NULL;
    if (cme.n() < (underNull ? 1 : 2)) {
      return TestResult.degenerate(0, cme.n());
    }
    double[] mean = new double[cme.locations()];
    double[][] s = new double[mean.length][mean.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = cme.mean(i);
      for (int j = 0; j < mean.length; j++) {
        s[i][j] = underNull ? cme.nullCovariance(i, j) : cme.covariance(i, j);
      }
    }
    if (underNull) {
      return test(mean, s, cme.n());
    }
    Hotelling.Law law =
        covariance == Covariance.EMPIRICAL ? Hotelling.Law.F : Hotelling.Law.CHI_SQUARED;
    return new Hotelling(tolerance, law).test(mean, s, cme.smallestVariance(), cme.n());
  }

  /**
   * Tests a mean embedding whose covariance under calibration is known, whatever the covariance
   * chosen. O(J³).
   *
   * @param mean the mean of ζ over the observations, J numbers
   * @param nullCovariance the mean of Cov₀(ζ | p) over them, J &times; J
   * @param n the number of observations &ge; 1
   */
  public TestResult test(double[] mean, double[][] nullCovariance, long n) {
    double largest = 0;
    for (int i = 0; i < mean.length; i++) {
      largest = Math.max(largest, nullCovariance[i][i]);
    }
    return new Hotelling(tolerance, Hotelling.Law.CHI_SQUARED)
        .test(mean, nullCovariance, NEGLIGIBLE * largest, n);
  }
}
