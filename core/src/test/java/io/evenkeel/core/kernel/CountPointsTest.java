package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CountPointsTest {
  private static final Counts P = Counts.poisson(3);
  private static final Counts Q = Counts.of(-2, 0.2, 0, 0.5, 0.3);

  private static List<TargetKernel> kernels() {
    return List.of(
        new GaussianKernel(0.1),
        new GaussianKernel(3),
        new LaplacianKernel(0.4),
        new Matern32TargetKernel(2));
  }

  private interface OfPair {
    double at(Target y, Target z);
  }

  private static double mean(Counts p, Counts q, OfPair value) {
    double sum = 0;
    for (double y = p.first(); y <= p.last(); y++) {
      for (double z = q.first(); z <= q.last(); z++) {
        sum += p.probability(y) * q.probability(z) * value.at(Target.of(y), Target.of(z));
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void expectationsAreSumsOverAllCounts(TargetKernel kernel) {
    Target at = Target.of(1.3);
    Target other = Target.of(-4);

    assertThat(kernel.expectation(P, at))
        .isCloseTo(mean(P, Q, (y, z) -> kernel.apply(y, at)), within(1e-14));
    assertThat(kernel.expectation(P, Q)).isCloseTo(mean(P, Q, kernel::apply), within(1e-14));
    assertThat(kernel.productExpectation(P, at, other))
        .isCloseTo(
            mean(P, Q, (y, z) -> kernel.apply(y, at) * kernel.apply(y, other)), within(1e-14));
    double[] products = new double[3];
    kernel.productExpectations(P, new Target[] {at, other}, 2, products);
    assertThat(products[1]).isCloseTo(kernel.productExpectation(P, at, other), within(1e-14));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void momentsOfResidualsAreSumsOverAllCounts(TargetKernel kernel) {
    double variance = mean(P, Q, (y, z) -> Math.pow(kernel.residual(P, y, Q, z), 2));
    Target at = Target.of(2);
    double expectation = kernel.expectation(P, at);
    double fourth = mean(P, Q, (y, z) -> Math.pow(kernel.apply(y, at) - expectation, 4));

    assertThat(kernel.residualVariance(P, Q)).isCloseTo(variance, within(1e-14));
    assertThat(kernel.residualVariance(Q, P)).isCloseTo(variance, within(1e-14));
    assertThat(kernel.fourthMoment(P, at)).isGreaterThan(fourth - 1e-14);
  }

  /** Beside a kind that is no sum over integers they are the mixture of their points. */
  @ParameterizedTest
  @MethodSource("kernels")
  void countsMixWithOtherKinds(TargetKernel kernel) {
    PredictiveDistribution normal = Normal.of(2, 0.7);
    Mixture points = P.mixture();
    double sum = 0;
    for (int i = 0; i < points.size(); i++) {
      sum += points.weight(i) * kernel.expectation(points.component(i), normal);
    }

    assertThat(kernel.expectation(P, normal)).isCloseTo(sum, within(1e-12));
    assertThat(kernel.expectation(normal, P)).isCloseTo(sum, within(1e-12));
    assertThat(kernel.residualVariance(P, normal)).isBetween(0.0, 1.0);
  }

  /** What groups miss of an expectation, of a kernel as wide as a tenth of the distribution. */
  @Test
  void expectationsOfManyIntegersAreNearlyExact() {
    for (Counts p : List.of(Counts.poisson(5000), Counts.negativeBinomial(300, 3))) {
      double sd = Math.sqrt(p.law().orElseThrow().mean() * spread(p));
      GaussianKernel kernel = new GaussianKernel(1 / (2 * 0.01 * sd * sd));
      for (double level : new double[] {0.01, 0.3, 0.9}) {
        Target at = Target.of(Univariate.of(p).quantile(level));
        double exact = 0;
        for (double k = p.first(); k <= p.last(); k++) {
          exact += p.probability(k) * kernel.apply(Target.of(k), at);
        }
        assertThat(kernel.expectation(p, at)).isCloseTo(exact, within(1e-3));
      }
    }
  }

  private static double spread(Counts p) {
    return 1 + p.law().orElseThrow().mean() / p.law().orElseThrow().size();
  }

  @Test
  void wassersteinDistanceIsThatOfTheQuantiles() {
    assertThat(between(Counts.of(0, 0.5, 0.5), Counts.of(0, 0, 0.5, 0.5)))
        .isCloseTo(1, within(1e-15));
    assertThat(between(Counts.of(0, 0.5, 0.5), Counts.of(0, 0.75, 0, 0.25)))
        .isCloseTo(Math.sqrt(0.5), within(1e-15));
    assertThat(between(P, P)).isZero();
    assertThat(between(P, Q)).isCloseTo(bySteps(P, Q), within(1e-3));
    assertThat(between(Counts.of(0, 0.25, 0.5, 0.25), Ensemble.of(0, 1, 1, 2)))
        .isCloseTo(0, within(1e-12));
    assertThat(between(Counts.of(1, 1), Normal.of(1, 2))).isCloseTo(2, within(1e-8));
  }

  private static double between(PredictiveDistribution p, PredictiveDistribution q) {
    return Distance.WASSERSTEIN_2.between(p, q);
  }

  private static double bySteps(Counts p, Counts q) {
    int n = 100_000;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double level = (i + 0.5) / n;
      double difference = Univariate.of(p).quantile(level) - Univariate.of(q).quantile(level);
      sum += difference * difference / n;
    }
    return Math.sqrt(sum);
  }
}
