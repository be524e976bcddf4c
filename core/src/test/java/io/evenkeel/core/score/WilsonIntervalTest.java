package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WilsonIntervalTest {
  private static final double Z99 = 2.5758293035489004;

  /** The chance that the interval of a difference holds the truth, summed over all outcomes. */
  private static double coverage(int m, double p, int n, double q) {
    BinomialDistribution first = BinomialDistribution.of(m, p);
    BinomialDistribution second = BinomialDistribution.of(n, q);
    double covered = 0;
    for (int i = 0; i <= m; i++) {
      Interval one = WilsonInterval.of((double) i / m, m, Z99);
      for (int j = 0; j <= n; j++) {
        Interval other = WilsonInterval.of((double) j / n, n, Z99);
        Interval difference =
            WilsonInterval.ofDifference((double) i / m, one, (double) j / n, other);
        covered += difference.contains(q - p) ? first.probability(i) * second.probability(j) : 0;
      }
    }
    return covered;
  }

  @ParameterizedTest
  @CsvSource({
    "200, 0.05, 50, 0.3",
    "200, 0.5, 50, 0.6",
    "400, 0.001, 40, 0.9",
    "100, 0.2, 100, 0.2",
    "300, 0.98, 30, 0.7"
  })
  void holdsTheDifferenceOfSharesAboutAsOftenAsItSays(int m, double p, int n, double q) {
    assertThat(coverage(m, p, n, q)).isBetween(0.98, 0.9999);
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 0, 0.2775328", "1, 10, 0.7224672, 1", "0.6, 100, 0.5020026, 0.6905987"})
  void isThatOfWilson(double share, double cases, double lower, double upper) {
    // Wilson's formula at 95 %, in Python.
    Interval interval = WilsonInterval.of(share, cases, 1.959963984540054);

    assertThat(interval.lower()).isCloseTo(lower, within(1e-6));
    assertThat(interval.upper()).isCloseTo(upper, within(1e-6));
  }
}
