package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class EmbeddingMomentsTest {
  private static final double TOLERANCE = 1e-2;
  private static final PredictionEmbedding EMBEDDING =
      new PredictionEmbedding(
          new ExponentialKernel(Distance.EUCLIDEAN, 4, 1),
          List.of(binary(0.1), binary(0.4), binary(0.7), binary(0.95)));

  private static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  /** Probabilities U^power: power 1 is uniform, more is lower. */
  private static List<Categorical> sample(int n, double power, UniformRandomProvider random) {
    List<Categorical> sample = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      sample.add(binary(Math.pow(random.nextDouble(), power)));
    }
    return sample;
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  @Test
  void saysHowNearPredictionsAreToTheLocations() {
    EmbeddingMoments usual = EMBEDDING.moments(sample(2000, 1, random(2)));
    PredictionEmbedding night =
        new PredictionEmbedding(
            new ExponentialKernel(Distance.EUCLIDEAN, 1000, 1),
            List.of(binary(0.0005), binary(0.001), binary(0.002)));
    List<Categorical> quiet = List.of(binary(0.0007), binary(0.0015));

    assertThat(EMBEDDING.moments(sample(2000, 1, random(3))).nearness(usual))
        .isCloseTo(1, within(0.05));
    assertThat(night.moments(sample(2000, 1, random(2))).nearness(night.moments(quiet)))
        .isLessThan(0.01);
    assertThat(night.moments(List.of()).nearness(night.moments(quiet))).isNaN();
  }

  @Test
  void hasTheMomentsOfTheFeatures() {
    List<Categorical> sample = sample(50, 1, random(1));
    EmbeddingMoments moments = EMBEDDING.moments(sample);

    double[][] features = new double[50][4];
    double[] mean = new double[4];
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 4; j++) {
        features[i][j] = EMBEDDING.kernel().apply(EMBEDDING.locations().get(j), sample.get(i));
        mean[j] += features[i][j] / 50;
      }
    }
    assertThat(moments.n()).isEqualTo(50);
    for (int i = 0; i < 4; i++) {
      assertThat(moments.mean(i)).isCloseTo(mean[i], within(1e-14));
      for (int j = 0; j < 4; j++) {
        double covariance = 0;
        for (double[] row : features) {
          covariance += (row[i] - mean[i]) * (row[j] - mean[j]) / 49;
        }
        assertThat(moments.covariance(i, j)).isCloseTo(covariance, within(1e-14));
      }
    }
  }

  @Test
  void addsAndSubtractsParts() {
    List<Categorical> whole = sample(40, 1, random(2));
    EmbeddingMoments first = EMBEDDING.moments(whole.subList(0, 15));
    EmbeddingMoments rest = EMBEDDING.moments(whole.subList(15, 40));

    assertThat(first.plus(rest).toArray())
        .containsExactly(EMBEDDING.moments(whole).toArray(), within(1e-12));
    assertThat(EMBEDDING.moments(whole).minus(first).toArray())
        .containsExactly(rest.toArray(), within(1e-12));
  }

  @Test
  void takesBackWhatWasAdded() {
    double[] block = new double[EMBEDDING.length()];

    EMBEDDING.add(block, 0, binary(0.3), 1);
    EMBEDDING.add(block, 0, binary(0.3), -1);

    assertThat(block).containsOnly(0);
  }

  private static double rejections(double power, int n, int m, double alpha) {
    int rejected = 0;
    for (int seed = 0; seed < 1000; seed++) {
      UniformRandomProvider random = random(seed);
      EmbeddingMoments x = EMBEDDING.moments(sample(n, 1, random));
      EmbeddingMoments y = EMBEDDING.moments(sample(m, power, random));
      rejected += MeanEmbeddingTest.test(x, y, TOLERANCE).pValue() <= alpha ? 1 : 0;
    }
    return rejected / 1000.0;
  }

  /** Four standard errors of the share of 1000 repetitions. */
  @Test
  void theUnpairedTestKeepsItsSizeForSamplesOfDifferentSize() {
    assertThat(rejections(1, 256, 1000, 0.05)).isCloseTo(0.05, within(0.028));
    assertThat(rejections(1, 30, 300, 0.05)).isCloseTo(0.05, within(0.028));
  }

  @Test
  void theUnpairedTestFindsAShift() {
    assertThat(rejections(1.6, 256, 1000, 0.01)).isGreaterThan(0.9);
  }

  @Test
  void saysNothingOfLessThanTwoOfEither() {
    EmbeddingMoments one = EMBEDDING.moments(List.of(binary(0.2)));
    EmbeddingMoments many = EMBEDDING.moments(sample(20, 1, random(3)));

    assertThat(MeanEmbeddingTest.test(one, many, TOLERANCE).degenerate()).isTrue();
    assertThat(MeanEmbeddingTest.distance(one, many)).isNaN();
  }

  @Test
  void saysNothingOfPredictionsThatAreAllTheSame() {
    EmbeddingMoments same = EMBEDDING.moments(List.of(binary(0.3), binary(0.3), binary(0.3)));

    assertThat(MeanEmbeddingTest.test(same, same, TOLERANCE).pValue()).isEqualTo(1);
    assertThat(MeanEmbeddingTest.distance(same, same)).isZero();
  }

  @Test
  void measuresDistanceInStandardDeviations() {
    EmbeddingMoments x = EMBEDDING.moments(sample(20_000, 1, random(4)));
    EmbeddingMoments y = EMBEDDING.moments(sample(20_000, 3, random(5)));

    double largest = 0;
    for (int j = 0; j < 4; j++) {
      double pooled = Math.sqrt((x.covariance(j, j) + y.covariance(j, j)) / 2);
      largest = Math.max(largest, Math.abs(x.mean(j) - y.mean(j)) / pooled);
    }
    assertThat(MeanEmbeddingTest.distance(x, y)).isCloseTo(largest, within(1e-12)).isPositive();
  }

  @Test
  void leaveOutPredictionsThatTheKernelCannotCompare() {
    PredictiveDistribution normal = Normal.of(0, 1);
    PredictiveDistribution mixture =
        Mixture.of(new double[] {0.5, 0.5}, List.of(normal, Normal.of(3, 1)));
    PredictionEmbedding embedding =
        new PredictionEmbedding(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), List.of(normal));

    EmbeddingMoments moments = embedding.moments(List.of(normal, mixture, normal));

    assertThat(moments.n()).isEqualTo(2);
    assertThat(moments.mean(0)).isEqualTo(1);
  }
}
