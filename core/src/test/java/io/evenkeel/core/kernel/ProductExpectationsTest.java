package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductExpectationsTest {
  private static void assertAllAtOnceIsOneByOne(
      TargetKernel kernel, PredictiveDistribution p, Target... y) {
    int n = y.length - 1;
    double[] all = new double[n * (n + 1) / 2 + 1];

    kernel.productExpectations(p, y, n, all);

    int next = 0;
    for (int a = 0; a < n; a++) {
      for (int b = a; b < n; b++) {
        double one = kernel.productExpectation(p, y[a], y[b]);
        assertThat(all[next++]).isCloseTo(one, within(1e-14 * one));
      }
    }
    assertThat(all[next]).isZero();
  }

  @Test
  void ofNormalsAreThoseOfEachPair() {
    Target[] y = {Target.of(0, 1), Target.of(-2, 0.5), Target.of(3, 3), Target.of(0, 0)};
    GaussianKernel kernel = new GaussianKernel(0.7);

    assertAllAtOnceIsOneByOne(
        kernel, Normal.diagonal(new double[] {0.3, 2}, new double[] {0.2, 1.5}), y);
    assertAllAtOnceIsOneByOne(
        kernel, Normal.full(new double[] {1, 0}, new double[][] {{1, 0.3}, {0.3, 0.5}}), y);
    assertAllAtOnceIsOneByOne(
        kernel, Normal.of(1, 0), Target.of(0), Target.of(2), Target.of(-1), Target.of(5));
  }

  @Test
  void ofManyCorrelatedCoordinatesAreThoseOfEachPair() {
    Target[] y = Samples.vectors(8, 30, 1).toArray(Target[]::new);

    for (Normal p : Samples.fullNormals(4, 30, 2)) {
      assertAllAtOnceIsOneByOne(new GaussianKernel(0.02), p, y);
    }
  }

  /** Intervals narrower and wider than the kernel, tails, point masses and normals. */
  @Test
  void ofCompositePredictionsAreThoseOfEachPair() {
    GaussianKernel kernel = new GaussianKernel(0.7);
    Target[] y = {Target.of(0), Target.of(2), Target.of(-1), Target.of(5)};
    Quantiles quantiles =
        Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.6, 0.8}, new double[] {-1, 0, 0.2, 0.2, 4});
    Ensemble vectors = Ensemble.of(new double[][] {{0, 1}, {2, 2}, {2, 2}});

    assertAllAtOnceIsOneByOne(kernel, quantiles, y);
    assertAllAtOnceIsOneByOne(kernel, Ensemble.of(0, 0.5, 3), y);
    assertAllAtOnceIsOneByOne(
        kernel, Mixture.of(new double[] {0.5, 0.5}, List.of(quantiles, Normal.of(1, 2))), y);
    assertAllAtOnceIsOneByOne(
        kernel, vectors, Target.of(0, 1), Target.of(-2, 0.5), Target.of(3, 3));
    assertAllAtOnceIsOneByOne(new LaplacianKernel(0.7), quantiles, y);
  }

  @Test
  void ofClassesAreThoseOfEachPair() {
    assertAllAtOnceIsOneByOne(
        new KroneckerKernel(),
        Categorical.of(0.2, 0.5, 0.3),
        Target.ofClass(0),
        Target.ofClass(1),
        Target.ofClass(1),
        Target.ofClass(2));
  }
}
