package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class TargetSamplerTest {
  private static final int N = 20_000;

  private final TargetSampler sampler =
      new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(1));

  /** Four standard errors of a share of n draws. */
  @Test
  void drawsClassesWithTheirProbabilities() {
    Categorical p = Categorical.of(0.1, 0, 0.6, 0.3);
    int[] counts = new int[4];
    for (int i = 0; i < N; i++) {
      counts[((ClassLabel) sampler.draw(p)).index()]++;
    }

    for (int k = 0; k < 4; k++) {
      double q = p.probability(k);
      assertThat(counts[k] / (double) N).isCloseTo(q, within(4 * Math.sqrt(q * (1 - q) / N)));
    }
  }

  /** Each moment within four standard errors; the fourth moments are those of the laws. */
  @Test
  void drawsRealNumbersWithTheirMoments() {
    Normal full = Normal.full(new double[] {1, -2}, new double[][] {{2, 0.6}, {0.6, 0.5}});
    assertMoments(full, 1, 2, 3);
    assertMoments(Normal.of(1, 0.5), 1, 0.25, 3);
    assertMoments(new Laplace(-1, 2), -1, 8, 6);
    assertMoments(
        Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(-1, 1), Normal.of(1, 1))), 0, 2, 2.5);
    assertMoments(new Uniform(-1, 5), 2, 3, 1.8);
    assertMoments(new Exponential(1, -2), -1, 4, 9);
    assertMoments(Ensemble.of(-2, -2, 1, 3), 0, 4.5, 28.5 / 20.25);
    assertMoments(
        Quantiles.of(new double[] {0.25, 0.75}, new double[] {-1, 1}), 0, 8.0 / 3, 32.6 * 9 / 64);
    double products = 0;
    for (int i = 0; i < N; i++) {
      RealVector y = (RealVector) sampler.draw(full);
      products += (y.get(0) - 1) * (y.get(1) + 2) / N;
    }
    assertThat(products).isCloseTo(0.6, within(4 * Math.sqrt((1 + 0.36) / N)));
  }

  private void assertMoments(
      PredictiveDistribution p, double mean, double variance, double kurtosis) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < N; i++) {
      double residual = ((RealVector) sampler.draw(p)).get(0) - mean;
      sum += residual / N;
      squares += residual * residual / N;
    }
    assertThat(sum).isCloseTo(0, within(4 * Math.sqrt(variance / N)));
    assertThat(squares).isCloseTo(variance, within(4 * variance * Math.sqrt((kurtosis - 1) / N)));
  }

  @Test
  void drawsPointMassesExactly() {
    assertThat(sampler.draw(Normal.of(3, 0))).isEqualTo(Target.of(3));
    assertThat(sampler.draw(new Laplace(3, 0))).isEqualTo(Target.of(3));
    assertThat(sampler.draw(Categorical.of(0, 1))).isEqualTo(Target.ofClass(1));
  }
}
