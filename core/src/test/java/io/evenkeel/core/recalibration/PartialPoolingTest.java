package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PartialPoolingTest {
  private static final double NO_PRIOR = 0;

  /** Observations of the law N(δ, v). */
  private static final class NormalLaw implements PartialPooling.Likelihood {
    private final double[] values;
    private final double variance;

    NormalLaw(double[] values, double variance) {
      this.values = values;
      this.variance = variance;
    }

    @Override
    public double score(int i, double parameter) {
      return (values[i] - parameter) / variance;
    }

    @Override
    public double information(int i, double parameter) {
      return 1 / variance;
    }
  }

  /** Events that have happened or not, with the log-odds of their probability plus δ. */
  private static final class Logistic implements PartialPooling.Likelihood {
    private final double[] odds;
    private final boolean[] came;

    Logistic(double[] odds, boolean[] came) {
      this.odds = odds;
      this.came = came;
    }

    @Override
    public double score(int i, double parameter) {
      return (came[i] ? 1 : 0) - LogOdds.probability(odds[i] + parameter);
    }

    @Override
    public double information(int i, double parameter) {
      double p = LogOdds.probability(odds[i] + parameter);
      return p * (1 - p);
    }
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  private static int[] groups(int count, int size) {
    return IntStream.range(0, count * size).map(i -> i / size).toArray();
  }

  /** Of equal groups, Paule and Mandel's τ² is the variance of their means, less v/n. */
  @Test
  void normalGroupsOfOneSizeHaveTheClosedForm() {
    double[] values = {1, 2, 3, 4, 5, 6, -3, -1, 1};
    double v = 1.5;

    PartialPooling pooling =
        new PartialPooling(groups(3, 3), 3, new NormalLaw(values, v), NO_PRIOR);

    double mean = 2;
    double between = (0 + 9 + 9) / 2.0 - v / 3;
    double weight = 3 / (3 + v / between);
    assertThat(pooling.common()).isCloseTo(mean, within(1e-12));
    assertThat(pooling.variance()).isCloseTo(between, within(1e-9));
    assertThat(pooling.parameter(1)).isCloseTo(mean + weight * 3, within(1e-9));
    assertThat(pooling.uncertainty(1)).isCloseTo(1 / (3 / v + 1 / between), within(1e-9));
    assertThat(pooling.parameterWithout(3))
        .as("4, 5 and 6 without 4")
        .isCloseTo(mean + 2 / (2 + v / between) * 3.5, within(1e-9));
    assertThat(pooling.uncertaintyWithout(3)).isCloseTo(1 / (2 / v + 1 / between), within(1e-9));
  }

  @Test
  void groupsThatDifferByChanceAloneHaveTheCommonParameter() {
    double[] values = {1, -1, 1, -1, 1, -1, 0.5, -0.5};

    PartialPooling pooling =
        new PartialPooling(groups(4, 2), 4, new NormalLaw(values, 1), NO_PRIOR);

    assertThat(pooling.variance()).isZero();
    assertThat(pooling.parameter(3)).isEqualTo(pooling.common());
    assertThat(pooling.uncertainty(3)).isZero();
    assertThat(pooling.parameterWithout(0)).isEqualTo(pooling.common());
  }

  @Test
  void theVarianceSolvesTheEquationOfPauleAndMandel() {
    int[] groups = {0, 0, 0, 0, 0, 1, 2, 2, 3};
    double[] values = {3, 4, 2, 3, 5, -2, 0, 1, 9};

    PartialPooling pooling = new PartialPooling(groups, 4, new NormalLaw(values, 0.8), NO_PRIOR);

    double sum = 0;
    for (int g = 0; g < 4; g++) {
      int group = g;
      double[] own =
          IntStream.range(0, 9)
              .filter(i -> groups[i] == group)
              .mapToDouble(i -> values[i])
              .toArray();
      double mean = Arrays.stream(own).average().orElseThrow() - pooling.common();
      sum += mean * mean / (pooling.variance() + 0.8 / own.length);
    }
    assertThat(sum).isCloseTo(3, within(1e-8));
  }

  @Test
  void penalisedScoresOfEventsVanish() {
    UniformRandomProvider random = random(1);
    int[] groups = groups(20, 50);
    double[] odds = new double[1000];
    boolean[] came = new boolean[1000];
    for (int i = 0; i < odds.length; i++) {
      odds[i] = 4 * random.nextDouble() - 2;
      came[i] = random.nextDouble() < LogOdds.probability(odds[i] + (groups[i] % 3 - 1));
    }
    Logistic law = new Logistic(odds, came);

    PartialPooling pooling = new PartialPooling(groups, 20, law, NO_PRIOR);

    for (int g = 0; g < 20; g++) {
      double score = -(pooling.parameter(g) - pooling.common()) / pooling.variance();
      for (int i = 50 * g; i < 50 * (g + 1); i++) {
        score += law.score(i, pooling.parameter(g));
      }
      assertThat(score).isCloseTo(0, within(1e-7));
    }
  }

  /** Probabilities next to 0 and 1, all of them wrong, in groups of one and of many. */
  @Test
  void extremesHaveFiniteParameters() {
    int[] groups = IntStream.range(0, 300).map(i -> i < 100 ? i : 100 + i % 2).toArray();
    for (double extreme : new double[] {5, 27, 60}) {
      double[] odds =
          IntStream.range(0, 300).mapToDouble(i -> i % 2 == 0 ? extreme : -extreme).toArray();
      boolean[] came = new boolean[300];
      IntStream.range(0, 300).forEach(i -> came[i] = odds[i] < 0);
      Logistic law = new Logistic(odds, came);

      PartialPooling pooling = new PartialPooling(groups, 102, law, 4);

      for (int g = 0; g < 102; g++) {
        assertThat(pooling.parameter(g)).isBetween(-100.0, 100.0);
        assertThat(pooling.uncertainty(g)).isNotNegative().isFinite();
      }
      IntStream.range(0, 300)
          .forEach(i -> assertThat(pooling.parameterWithout(i)).isBetween(-200.0, 200.0));
    }
  }

  /** The mean square error is below that of means of groups, and of one mean for all. */
  @Test
  void poolingIsNearerThanAllOrNothing() {
    UniformRandomProvider random = random(2);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    int count = 2000;
    int[] groups =
        IntStream.range(0, 4 * count)
            .map(i -> (int) (count * Math.pow(random.nextDouble(), 2)))
            .toArray();
    double[] truth = gaussian.samples(count).map(z -> 0.3 + 0.5 * z).toArray();
    double[] values =
        Arrays.stream(groups).mapToDouble(g -> truth[g] + gaussian.sample()).toArray();

    PartialPooling pooling = new PartialPooling(groups, count, new NormalLaw(values, 1), NO_PRIOR);

    assertThat(pooling.variance()).isCloseTo(0.25, within(0.03));
    double[] sums = new double[count];
    int[] sizes = new int[count];
    for (int i = 0; i < groups.length; i++) {
      sums[groups[i]] += values[i];
      sizes[groups[i]]++;
    }
    double pooled = 0;
    double apart = 0;
    double together = 0;
    double told = 0;
    for (int g = 0; g < count; g++) {
      pooled += square(pooling.parameter(g) - truth[g]);
      apart += square((sizes[g] == 0 ? 0.3 : sums[g] / sizes[g]) - truth[g]);
      together += square(pooling.common() - truth[g]);
      told += pooling.uncertainty(g);
    }
    assertThat(pooled).isLessThan(0.8 * apart).isLessThan(0.8 * together);
    assertThat(told / pooled).as("the variance that is told").isBetween(0.92, 1.08);
  }

  private static double square(double x) {
    return x * x;
  }
}
