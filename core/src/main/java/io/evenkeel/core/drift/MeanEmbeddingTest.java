package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.Hotelling;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.SampleMoments;

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
}
