package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ELondTest {
  private static final ELond LOND = new ELond(0.1);

  @Test
  void spendsItsLevelOnceWithoutRejections() {
    double sum = 0;
    for (int t = 0; t < 9999; t++) {
      sum += Math.exp(-LOND.logThreshold(t, 0));
    }
    assertThat(sum).isCloseTo(0.1 * (1 - 0.1), within(1e-12));
  }

  @Test
  void growsWithEachRejection() {
    assertThat(LOND.logThreshold(10, 4))
        .isCloseTo(LOND.logThreshold(10, 0) - Math.log(5), within(1e-12));
    assertThatThrownBy(() -> LOND.logThreshold(3, 4))
        .hasMessageContaining("4 rejections among 3 tests");
    assertThatThrownBy(() -> new ELond(1)).hasMessageContaining("1.0");
  }

  /** All true e-values of a run are one and the same number, as of overlapping windows. */
  @Test
  void boundsTheShareOfFalseRejectionsOfDependentEValues() {
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
