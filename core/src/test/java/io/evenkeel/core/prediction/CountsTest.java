package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.statistics.distribution.DiscreteDistribution;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountsTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-9, 0.05, 0.1, 1, 3.7, 10, 300, 4000, 1e6})
  void poissonIsThatOfCommonsStatistics(double mean) {
    isLike(Counts.poisson(mean), PoissonDistribution.of(mean));
  }

  @ParameterizedTest
  @CsvSource({"1, .5", "1, .01", "3, .1", "8, .004", "60, .3"})
  void negativeBinomialOfWholeSizeIsThatOfCommonsStatistics(int size, double success) {
    double mean = size * (1 - success) / success;
    isLike(Counts.negativeBinomial(mean, size), PascalDistribution.of(size, success));
  }

  private static void isLike(Counts p, DiscreteDistribution law) {
    Univariate view = Univariate.of(p);
    double step = Math.max(1, p.size() / 200);
    for (double k = p.first(); k <= p.last(); k += step) {
      double probability = law.probability((int) k);
      double error = 1e-9 * probability + 1e-300;
      assertThat(p.probability(k)).as("P(%s)", k).isCloseTo(probability, within(error));
      assertThat(view.cdf(k)).isCloseTo(law.cumulativeProbability((int) k), within(1e-11));
      assertThat(view.survival(k)).isCloseTo(law.survivalProbability((int) k), within(1e-11));
      assertThat(view.cdf(k) - view.cdfBelow(k)).isCloseTo(probability, within(1e-13));
    }
    assertThat(law.survivalProbability((int) p.last())).isLessThanOrEqualTo(1.01e-15);
    if (p.first() > 0) {
      double below = law.cumulativeProbability((int) p.first() - 1);
      assertThat(below).isLessThanOrEqualTo(1.01e-15);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, .3", "40, .3", "1, 1e6", "200, 12.5", "900, 2.2", "1e-3, .1"})
  void negativeBinomialOfAnySizeHasTheIncompleteBetaFunction(double mean, double size) {
    Counts p = Counts.negativeBinomial(mean, size);
    Univariate view = Univariate.of(p);
    double step = 1 + p.size() / 50;
    for (double k = 0; k <= p.last(); k += step) {
      double expected = RegularizedBeta.complement(size / (size + mean), size, k + 1);
      assertThat(view.survival(k)).isCloseTo(expected, within(1e-9 * expected + 2e-15));
    }
    assertThat(moment(p, 1)).isCloseTo(mean, within(1e-9 * mean));
    double variance = moment(p, 2) - moment(p, 1) * moment(p, 1);
    assertThat(variance)
        .isCloseTo(mean + mean * mean / size, within(2e-4 * (mean + mean * mean / size)));
  }

  @Test
  void aLargeSizeIsPoisson() {
    Counts poisson = Counts.poisson(5);
    Counts p = Counts.negativeBinomial(5, Double.MAX_VALUE);
    for (int k = 0; k < 40; k++) {
      assertThat(p.probability(k)).isCloseTo(poisson.probability(k), within(1e-16));
    }
    assertThat(p).isNotEqualTo(poisson);
  }

  private static double moment(Counts p, int power) {
    double sum = 0;
    for (int i = 0; i < p.points(); i++) {
      sum += p.weight(i) * Math.pow(p.point(i), power);
    }
    return sum;
  }

  /** Without groups the variance is exact; with groups the mean is, and nearly the variance. */
  @ParameterizedTest
  @CsvSource({"200, 0", "1000, 2e-4", "1e5, 2e-4", "1.4e7, 2e-4"})
  void pointsKeepTheMeanAndNearlyTheVariance(double mean, double lost) {
    Counts p = Counts.poisson(mean);

    assertThat(p.points()).isLessThanOrEqualTo(Counts.MOST_POINTS);
    assertThat(p.areExact()).isEqualTo(lost == 0);
    assertThat(moment(p, 1)).isCloseTo(mean, within(1e-10 * mean));
    double variance = 0;
    for (int i = 0; i < p.points(); i++) {
      variance += p.weight(i) * (p.point(i) - mean) * (p.point(i) - mean);
    }
    assertThat(variance).isBetween((1 - lost - 1e-9) * mean, (1 + 1e-9) * mean);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2, 30, 2000})
  void quantilesAreTheSmallestCountsOfTheirLevel(double mean) {
    Univariate view = Univariate.of(Counts.poisson(mean));
    for (double level : new double[] {0, 1e-12, 0.01, 0.3, 0.5, 0.8187307, 0.999, 1}) {
      double y = view.quantile(level);
      assertThat(y).isEqualTo(Math.rint(y));
      assertThat(view.cdf(y)).isGreaterThanOrEqualTo(level - 1e-15);
      assertThat(view.cdf(y - 1)).isLessThanOrEqualTo(level);
    }
  }

  @Test
  void givenProbabilitiesAreOfConsecutiveIntegers() {
    Counts p = Counts.of(-2, 0.25, 0, 0.5, 0.25);

    assertThat(p.first()).isEqualTo(-2);
    assertThat(p.last()).isEqualTo(1);
    assertThat(p.probability(-2)).isEqualTo(0.25);
    assertThat(p.probability(0.5)).isZero();
    assertThat(p.likelihood(2)).isZero();
    Univariate view = Univariate.of(p);
    assertThat(view.cdf(-0.5)).isEqualTo(0.25);
    assertThat(view.cdfBelow(0)).isEqualTo(0.25);
    assertThat(view.cdfBelow(-0.5)).isEqualTo(0.25);
    assertThat(view.survival(0)).isEqualTo(0.25);
    assertThat(view.quantile(0.25)).isEqualTo(-2);
    assertThat(view.quantile(0.26)).isZero();
    assertThat(p.mixture().size()).isEqualTo(4);
  }

  @Test
  void manyGivenProbabilitiesAreGrouped() {
    double[] probabilities = new double[3000];
    Arrays.fill(probabilities, 1000, 3000, 1 / 2000.0);
    Counts p = Counts.of(10, probabilities);
    Univariate view = Univariate.of(p);

    assertThat(p.points()).isLessThanOrEqualTo(Counts.MOST_POINTS);
    assertThat(p.probability(1009)).isZero();
    assertThat(p.probability(1010)).isEqualTo(1 / 2000.0);
    assertThat(view.cdf(2009)).isCloseTo(0.5, within(1e-12));
    assertThat(view.quantile(0.25)).isEqualTo(1509);
    assertThat(view.quantile(1)).isEqualTo(3009);
  }

  @Test
  void aTargetIsAnIntegerThatCanBeCounted() {
    Counts counts = Counts.poisson(3);

    assertThat(counts.admits(0)).isTrue();
    assertThat(counts.admits(1e18)).isTrue();
    assertThat(counts.admits(-1)).isFalse();
    assertThat(counts.admits(2.5)).isFalse();
    assertThat(Counts.of(5, 1).admits(2)).isTrue();
    assertThat(Counts.of(-1, 1).admits(-7)).isTrue();
  }

  @Test
  void aLawHoldsNoCountImpossibleUnlessItsMeanIsZero() {
    assertThat(Counts.poisson(3).likelihood(1000)).isEqualTo(1e-15);
    assertThat(Counts.poisson(1e-300).likelihood(1)).isEqualTo(1e-15);
    assertThat(Counts.poisson(3).likelihood(-1)).isZero();
    assertThat(Counts.poisson(0).likelihood(1)).isZero();
    assertThat(Counts.negativeBinomial(0, 2).likelihood(0)).isEqualTo(1);
  }

  @Test
  void saysWhatIsNoDistribution() {
    refuses(() -> Counts.poisson(-1), "mean must be");
    refuses(() -> Counts.poisson(Double.NaN), "mean must be");
    refuses(() -> Counts.poisson(1e300), "Poisson(mean 1.0E300) spreads over more than 65536");
    refuses(() -> Counts.poisson(1e8), "send its quantiles");
    refuses(() -> Counts.negativeBinomial(1, 1e-300), "size must be at least 1e-6, got 1.0E-300");
    refuses(() -> Counts.negativeBinomial(1, Double.NaN), "size must be");
    refuses(() -> Counts.negativeBinomial(1, Double.POSITIVE_INFINITY), "size must be");
    refuses(() -> Counts.negativeBinomial(1, 1e-6), "spreads over more than 65536 integers");
    refuses(() -> Counts.of(0), "1 to 4096 probabilities of integers are needed, got 0");
    refuses(() -> Counts.of(0, new double[1_000_000]), "got 1000000");
    refuses(() -> Counts.of(Long.MIN_VALUE, 1), "first must lie within 2^52 of 0");
    refuses(() -> Counts.of(0, 0.5, 0.4), "the sum of probabilities must be 1");
  }

  private static void refuses(Runnable made, String message) {
    assertThatThrownBy(made::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
