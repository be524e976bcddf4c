package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoncentralChiSquaredTest {

  /** P((Z + √λ)² > x) = Φ(√λ − √x) + Φ(−√λ − √x). */
  @ParameterizedTest
  @CsvSource({"0.5, 1", "4, 9", "30, 20", "1000, 1100", "200000, 201000"})
  void isThatOfAShiftedNormalForOneDegreeOfFreedom(double noncentrality, double x) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double shift = Math.sqrt(noncentrality);
    double exact =
        normal.cumulativeProbability(shift - Math.sqrt(x))
            + normal.cumulativeProbability(-shift - Math.sqrt(x));

    assertThat(NoncentralChiSquared.survival(1, noncentrality, x)).isCloseTo(exact, within(1e-11));
  }

  @Test
  void isChiSquaredWithoutNoncentrality() {
    assertThat(NoncentralChiSquared.survival(5, 0, 7))
        .isEqualTo(ChiSquaredDistribution.of(5).survivalProbability(7));
  }

  @Test
  void isTheShareOfSimulatedSumsOfSquares() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    int above = 0;
    for (int i = 0; i < 100_000; i++) {
      double sum = Math.pow(normal.sample() + 1, 2);
      sum += Math.pow(normal.sample() - 2, 2);
      sum += Math.pow(normal.sample(), 2);
      above += sum > 10 ? 1 : 0;
    }

    assertThat(NoncentralChiSquared.survival(3, 5, 10)).isCloseTo(above / 100_000.0, within(0.006));
  }

  /** Statistics of extreme numbers: beyond an int, beyond what can be summed. */
  @ParameterizedTest
  @CsvSource({"1e8", "4.3e9", "1e12", "1e100", "1e300"})
  void isNormalWhereTheNoncentralityIsHuge(double noncentrality) {
    double sd = 2 * Math.sqrt(noncentrality);
    assertThat(NoncentralChiSquared.survival(3, noncentrality, noncentrality))
        .isCloseTo(0.5, within(2e-4));
    if (noncentrality + sd > noncentrality) {
      assertThat(NoncentralChiSquared.survival(3, noncentrality, noncentrality + sd))
          .isCloseTo(0.1587, within(2e-4));
    }
    assertThat(NoncentralChiSquared.upperLimit(3, noncentrality, 0.01))
        .isBetween(noncentrality, noncentrality * 1.001);
  }

  @Test
  void refusesWhatHasNoLaw() {
    assertThatThrownBy(() -> NoncentralChiSquared.survival(0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NoncentralChiSquared.survival(1, -1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hasAnUpperLimitAtLevelsBetweenZeroAndOneOnly() {
    for (double alpha : new double[] {0, 1, -0.1, Double.NaN}) {
      assertThatThrownBy(() -> NoncentralChiSquared.upperLimit(2, 3, alpha))
          .hasMessage("alpha must lie in (0, 1), got " + alpha);
    }
    for (double x : new double[] {-1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThatThrownBy(() -> NoncentralChiSquared.upperLimit(2, x, 0.1))
          .hasMessage("x must be finite and not negative, got " + x);
    }
  }

  @Test
  void theUpperLimitIsWhereTheValueIsSurpassedWithTheConfidence() {
    double limit = NoncentralChiSquared.upperLimit(5, 30, 0.05);

    assertThat(NoncentralChiSquared.survival(5, limit, 30)).isCloseTo(0.95, within(1e-8));
    assertThat(NoncentralChiSquared.upperLimit(5, 0.1, 0.05)).isZero();
    assertThat(NoncentralChiSquared.upperLimit(5, 30, 0.01)).isGreaterThan(limit);
  }
}
