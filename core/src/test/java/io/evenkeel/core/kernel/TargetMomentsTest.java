package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetMomentsTest {
  private static final Target[] NUMBERS = {
    Target.of(0), Target.of(2), Target.of(-1), Target.of(2), Target.of(11), Target.of(5)
  };

  /** Used before, so that what was there does not count. */
  private static TargetMoments moments(
      TargetKernel kernel, PredictiveDistribution p, int n, Target... y) {
    TargetMoments moments = new TargetMoments(y.length);
    kernel.moments(p, y, y.length, moments);
    kernel.moments(p, y, n, moments);
    return moments;
  }

  private static void assertAreThoseOfEachTarget(
      TargetKernel kernel, PredictiveDistribution p, Target... y) {
    int n = y.length - 1;
    TargetMoments moments = moments(kernel, p, n, y);

    int pair = 0;
    for (int a = 0; a < n; a++) {
      double mean = kernel.expectation(p, y[a]);
      double fourth = kernel.fourthMoment(p, y[a]);
      assertThat(moments.mean(a)).isCloseTo(mean, within(1e-13 * mean));
      assertThat(moments.fourth(a)).isCloseTo(fourth, within(1e-13 * fourth));
      for (int b = a; b < n; b++) {
        double product = kernel.productExpectation(p, y[a], y[b]);
        assertThat(moments.products()[pair++]).isCloseTo(product, within(1e-13 * product));
      }
    }
  }

  /** By the points of a prediction themselves. */
  private static void assertAreThoseOfPoints(
      GaussianKernel kernel, double[] points, double[] weights, PredictiveDistribution p) {
    TargetMoments moments = moments(kernel, p, NUMBERS.length, NUMBERS);
    for (int a = 0; a < NUMBERS.length; a++) {
      Target y = NUMBERS[a];
      double mean =
          IntStream.range(0, points.length)
              .mapToDouble(i -> weights[i] * kernel.apply(Target.of(points[i]), y))
              .sum();
      double fourth =
          IntStream.range(0, points.length)
              .mapToDouble(
                  i -> weights[i] * Math.pow(kernel.apply(Target.of(points[i]), y) - mean, 4))
              .sum();
      assertThat(moments.mean(a)).isCloseTo(mean, within(1e-14));
      assertThat(moments.fourth(a)).isCloseTo(fourth, within(1e-14));
    }
  }

  @Test
  void areThoseOfEachTargetByItself() {
    GaussianKernel kernel = new GaussianKernel(0.3);

    assertAreThoseOfEachTarget(kernel, Normal.of(0.7, 1.5), NUMBERS);
    assertAreThoseOfEachTarget(kernel, Normal.of(0.7, 0), NUMBERS);
    assertAreThoseOfEachTarget(kernel, Ensemble.of(0.5, 0.5, -3, 4), NUMBERS);
    assertAreThoseOfEachTarget(kernel, Counts.poisson(3), NUMBERS);
    assertAreThoseOfEachTarget(kernel, Counts.poisson(1e5), NUMBERS);
    assertAreThoseOfEachTarget(
        kernel, Quantiles.of(new double[] {0.1, 0.5, 0.8}, new double[] {-1, 0, 4}), NUMBERS);
    assertAreThoseOfEachTarget(new LaplacianKernel(0.3), Counts.poisson(3), NUMBERS);
    assertAreThoseOfEachTarget(
        kernel,
        Normal.diagonal(new double[] {0.3, 2}, new double[] {0.2, 1.5}),
        Target.of(0, 1),
        Target.of(2, 2),
        Target.of(1, 1));
    assertAreThoseOfEachTarget(
        new KroneckerKernel(),
        Categorical.of(0.2, 0.5, 0.3),
        Target.ofClass(0),
        Target.ofClass(2),
        Target.ofClass(1));
  }

  @Test
  void ofPointsAreSumsOverThem() {
    GaussianKernel kernel = new GaussianKernel(0.3);
    double[] weights = {0.5, 0.25, 0.125, 0.125};

    assertAreThoseOfPoints(
        kernel,
        new double[] {-3, 0.5, 0.5, 4},
        new double[] {0.25, 0.25, 0.25, 0.25},
        Ensemble.of(0.5, 0.5, -3, 4));
    assertAreThoseOfPoints(kernel, new double[] {1, 2, 3, 4}, weights, Counts.of(1, weights));
  }

  /** Distances to them are no integers, or too many to keep the kernel of each. */
  @Test
  void ofCountsAreThoseAtAnyTarget() {
    GaussianKernel kernel = new GaussianKernel(0.3);
    Counts p = Counts.poisson(3);

    assertAreThoseOfEachTarget(kernel, p, Target.of(2), Target.of(2.5), Target.of(1));
    assertAreThoseOfEachTarget(kernel, p, Target.of(2), Target.of(1e300), Target.of(1));
  }
}
