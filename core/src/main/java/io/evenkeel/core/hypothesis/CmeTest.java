package io.evenkeel.core.hypothesis;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.TestLocation;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * {@link Hotelling}'s test that the calibration mean embedding is zero at all test locations. The
 * features ζ<sub>j</sub> are often nearly collinear, so that a plain inverse of their covariance S
 * rejects calibrated models; the eigenvalues above 1e-2 of the largest are kept.
 *
 * <ul>
 *   <li>{@link Covariance#NULL}, the default: S is the mean of the covariance of ζ given each
 *       prediction under calibration, in closed form. A location counts if its {@linkplain
 *       Cme#effectiveSize effective size} is at least {@value #LEAST_EFFECTIVE_SIZE}: near it
 *       enough events are expected, however many observations there are. With e the mean of the
 *       inverse effective sizes of those that count, a bound of the excess kurtosis of the means,
 *       the statistic is Q* = (r + 2)(1/e + 1/2) log(1 + eQ/(r + 2)), and p = P(χ²<sub>r</sub> &gt;
 *       Q*): to the first order in e that makes up for a variance of Q of 2r(1 + e). Rare events
 *       may hide behind common ones that count at the same locations: along an eigenvector in which
 *       the mean square of the observations is more than twice the variance that they should have,
 *       that mean square takes its place in Q.
 *   <li>{@link Covariance#NULL_CHI_SQUARED}: the same S, all locations, and p = P(χ²<sub>r</sub>
 *       &gt; Q); rejects too often where few events are expected near a location.
 *   <li>{@link Covariance#EMPIRICAL}: S is the empirical covariance, and p = P(F<sub>r,n−r</sub>
 *       &gt; (n − r) Q / (r (n − 1))), 1 for n &le; r.
 *   <li>{@link Covariance#EMPIRICAL_CHI_SQUARED}: the same with p = P(χ²<sub>r</sub> &gt; Q), as in
 *       the paper; rejects too often for small n.
 * </ul>
 *
 * <p>Degenerate, with Q = 0 and p = 1, if no feature has variance or counts. (Widmann et al. 2021,
 * appendix C.)
 */
public final class CmeTest {
  private static final double DEFAULT_TOLERANCE = 1e-2;

  /** As with the cells of a χ² test: below, the law of a mean is far from normal. */
  private static final int LEAST_EFFECTIVE_SIZE = 4;

  /** A null variance up to this share of the largest one is rounding. */
  private static final double NEGLIGIBLE = 1e-14;

  private final Covariance covariance;
  private final double tolerance;

  /** Which covariance of the features, and which law of the statistic. */
  public enum Covariance {
    /** Given the predictions, under calibration; χ² after the correction for few events. */
    NULL,
    /** Given the predictions, under calibration; χ². */
    NULL_CHI_SQUARED,
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
    if (covariance == Covariance.NULL) {
      return cme.n() < 1 ? TestResult.degenerate(0, cme.n()) : underNull(cme);
    }
    int[] all = IntStream.range(0, cme.locations()).toArray();
    if (covariance == Covariance.NULL_CHI_SQUARED && cme.n() >= 1) {
      return test(mean(cme, all), matrix(all, cme::nullCovariance), cme.n());
    }
    if (cme.n() < 2) {
      return TestResult.degenerate(0, cme.n());
    }
    Hotelling.Law law =
        covariance == Covariance.EMPIRICAL ? Hotelling.Law.F : Hotelling.Law.CHI_SQUARED;
    return new Hotelling(tolerance, law)
        .test(mean(cme, all), matrix(all, cme::covariance), cme.smallestVariance(), cme.n());
  }

  private TestResult underNull(Cme cme) {
    int[] counting =
        IntStream.range(0, cme.locations())
            .filter(j -> cme.effectiveSize(j) >= LEAST_EFFECTIVE_SIZE)
            .toArray();
    double[][] nullCovariance = matrix(counting, cme::nullCovariance);
    TestResult test =
        new Hotelling(tolerance, Hotelling.Law.CHI_SQUARED)
            .test(
                mean(cme, counting),
                nullCovariance,
                matrix(counting, cme::secondMoment),
                NEGLIGIBLE * largest(nullCovariance),
                cme.n());
    if (test.degenerate()) {
      return test;
    }
    double excess =
        IntStream.of(counting).mapToDouble(j -> 1 / cme.effectiveSize(j)).average().orElseThrow();
    double twoMore = test.rank() + 2.0;
    double statistic =
        twoMore * (1 / excess + 0.5) * Math.log1p(excess * test.statistic() / twoMore);
    double p = ChiSquaredDistribution.of(test.rank()).survivalProbability(statistic);
    return new TestResult(statistic, p, test.rank(), cme.n(), false);
  }

  private static double[] mean(Cme cme, int[] locations) {
    return IntStream.of(locations).mapToDouble(cme::mean).toArray();
  }

  private static double[][] matrix(int[] locations, Entry entry) {
    double[][] matrix = new double[locations.length][locations.length];
    for (int a = 0; a < locations.length; a++) {
      for (int b = 0; b < locations.length; b++) {
        matrix[a][b] = entry.at(locations[a], locations[b]);
      }
    }
    return matrix;
  }

  @FunctionalInterface
  private interface Entry {
    double at(int i, int j);
  }

  /**
   * Tests a mean embedding whose covariance under calibration is known, whatever the covariance
   * chosen: by Q itself, from so many observations that its law is χ². O(J³).
   *
   * @param mean the mean of ζ over the observations, J numbers
   * @param nullCovariance the mean of Cov₀(ζ | p) over them, J &times; J
   * @param n the number of observations &ge; 1
   */
  public TestResult test(double[] mean, double[][] nullCovariance, long n) {
    return new Hotelling(tolerance, Hotelling.Law.CHI_SQUARED)
        .test(mean, nullCovariance, NEGLIGIBLE * largest(nullCovariance), n);
  }

  /** The largest variance. */
  private static double largest(double[][] covariance) {
    return IntStream.range(0, covariance.length).mapToDouble(i -> covariance[i][i]).max().orElse(0);
  }
}
