package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class LondTest {
  private static final Lond LOND = new Lond(0.1);

  @Test
  void spendsItsLevelOnceWithoutRejections() {
    double sum = 0;
    for (int t = 0; t < 9999; t++) {
      sum += LOND.level(t, 0);
    }
    assertThat(sum).isCloseTo(0.1 * (1 - 0.1), within(1e-12));
  }

  @Test
  void growsWithEachRejection() {
    assertThat(LOND.level(10, 4)).isCloseTo(5 * LOND.level(10, 0), within(1e-15));
    assertThatThrownBy(() -> LOND.level(3, 4)).hasMessageContaining("4 rejections among 3 tests");
    assertThatThrownBy(() -> new Lond(1)).hasMessageContaining("1.0");
  }

  /** Two of three hypotheses are true; their p-values are uniform, those of the others tiny. */
  @Test
  void boundsTheShareOfFalseRejectionsByPValues() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    double shares = 0;
    int found = 0;
    for (int run = 0; run < 200; run++) {
      int rejections = 0;
      int falseOnes = 0;
      for (int t = 0; t < 300; t++) {
        boolean isTrue = t % 3 != 0;
        double p = random.nextDouble();
        p = isTrue ? p : p * p * p * p * 1e-3;
        if (p <= LOND.level(t, rejections)) {
          rejections++;
          falseOnes += isTrue ? 1 : 0;
        }
      }
      shares += falseOnes / (double) Math.max(1, rejections);
      found += rejections - falseOnes;
    }
    assertThat(shares / 200).isBetween(0.001, 0.1);
    assertThat(found / 200).isGreaterThan(50);
  }

  /** All true e-values of a run are one and the same number, as of overlapping windows. */
  @Test
  void boundsTheShareOfFalseRejectionsByDependentEValues() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    double shares = 0;
    for (int run = 0; run < 5000; run++) {
      double e = random.nextDouble() < 1 / 70.0 ? 70 : 0;
      int rejections = 0;
      for (int t = 0; t < 20; t++) {
        rejections += new ELond(0.1).rejects(Math.log(e), t, rejections) ? 1 : 0;
      }
      shares += rejections > 0 ? 1 : 0;
    }
    assertThat(shares / 5000).isBetween(0.005, 0.1);
  }
}
