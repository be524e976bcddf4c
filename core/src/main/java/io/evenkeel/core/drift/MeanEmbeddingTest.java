package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.Hotelling;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.SampleMoments;
import java.util.Optional;

/**
 * The mean-embedding test that two samples x and y of n vectors each, paired by index, have the
 * same distribution: {@link Hotelling}'s test of the features k(x_i, T_j) − k(y_i, T_j) at J
 * locations. (Chwialkowski et al. 2015, arXiv:1506.04725.)
 *
 * @param kernel k
 * @param tolerance the share of the largest eigenvalue that an eigenvalue must exceed, in (0, 1);
 *     1e-2 keeps the size of the test
 */
public record MeanEmbeddingTest(FeatureKernel kernel, double tolerance) {

  /** The share of the largest eigenvalue that keeps the size of the test. */
  private static final double TOLERANCE = 1e-2;

  /** Features are bounded: from here on their means are normal enough for a level of 0.005. */
  private static final int FEW = 30;

  /** The features k(x_i, T_j) − k(y_i, T_j), a row for each i. O(nJ). */
  public double[][] features(double[][] x, double[][] y, double[][] locations) {
    Checks.sameLength("x", x.length, "y", y.length);
    double[][] features = new double[x.length][locations.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < locations.length; j++) {
        features[i][j] = kernel.apply(x[i], locations[j]) - kernel.apply(y[i], locations[j]);
      }
    }
    return features;
  }

  /** Tests features with the given law of the statistic. O(nJ² + J³). */
  public TestResult test(double[][] features, Hotelling.Law law) {
    SampleMoments moments = SampleMoments.of(features);
    if (features.length < 2) {
      return new TestResult(0, 1, 0, features.length, true);
    }
    return new Hotelling(tolerance, law)
        .test(moments.mean(), moments.covariance(), moments.smallestVariance(), features.length);
  }

  /**
   * Tests two samples of n and m vectors that are not paired, by their moments: Q = nm / (n + m)
   * (x̄ − ȳ)ᵀS⁺(x̄ − ȳ) with the pooled covariance S, and p = P(F<sub>r,n+m−1−r</sub> &gt; (n + m −
   * 1 − r) Q / (r (n + m − 2))). Degenerate below two vectors of either. O(J³).
   *
   * <p>A difference that is there shows however small it is, once n and m are large; {@link
   * #distance} says how large it is.
   */
  public static TestResult test(EmbeddingMoments x, EmbeddingMoments y, double tolerance) {
    Checks.sameLength("x", x.features(), "y", y.features());
    double n = x.n();
    double m = y.n();
    if (n < 2 || m < 2) {
      return new TestResult(0, 1, 0, Math.min(x.n(), y.n()), true);
    }
    int size = x.features();
    // Hotelling multiplies by the number of vectors, which for two samples is one less than both.
    double scale = Math.sqrt(n * m / ((n + m) * (n + m - 1)));
    double[] difference = new double[size];
    double[][] pooled = new double[size][size];
    double smallest = 0;
    for (int i = 0; i < size; i++) {
      difference[i] = scale * (x.mean(i) - y.mean(i));
      smallest = Math.max(smallest, Math.max(x.smallestVariance(i), y.smallestVariance(i)));
      for (int j = 0; j < size; j++) {
        pooled[i][j] = ((n - 1) * x.covariance(i, j) + (m - 1) * y.covariance(i, j)) / (n + m - 2);
      }
    }
    return new Hotelling(tolerance, Hotelling.Law.F)
        .test(difference, pooled, smallest, x.n() + y.n() - 1);
  }

  /**
   * The test of two samples of at least 30 vectors each whose features are bounded, with a
   * tolerance of 1e-2; none if either has fewer, whose means need not be normal enough for a level
   * of 0.005.
   */
  public static Optional<TestResult> compare(EmbeddingMoments x, EmbeddingMoments y) {
    return x.n() >= FEW && y.n() >= FEW ? Optional.of(test(x, y, TOLERANCE)) : Optional.empty();
  }

  /**
   * How far apart the mean embeddings of two samples are: the largest |x̄<sub>j</sub> −
   * ȳ<sub>j</sub>| in standard deviations of the feature, pooled. 0 if no feature varies, NaN below
   * two vectors of either; biased upwards by noise of the order of √(1/n + 1/m).
   */
  public static double distance(EmbeddingMoments x, EmbeddingMoments y) {
    Checks.sameLength("x", x.features(), "y", y.features());
    if (x.n() < 2 || y.n() < 2) {
      return Double.NaN;
    }
    double largest = 0;
    for (int j = 0; j < x.features(); j++) {
      double variance =
          ((x.n() - 1) * x.covariance(j, j) + (y.n() - 1) * y.covariance(j, j))
              / (x.n() + y.n() - 2);
      if (variance > Math.max(x.smallestVariance(j), y.smallestVariance(j))) {
        largest = Math.max(largest, Math.abs(x.mean(j) - y.mean(j)) / Math.sqrt(variance));
      }
    }
    return largest;
  }
}
