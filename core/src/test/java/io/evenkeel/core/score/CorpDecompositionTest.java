package io.evenkeel.core.score;

import static io.evenkeel.core.score.CorpDecomposition.Score.BRIER;
import static io.evenkeel.core.score.CorpDecomposition.Score.LOG_LOSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpDecompositionTest {
  private static final double TINY = 1e-12;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);

  private double[] uniform(int n) {
    double[] p = new double[n];
    for (int i = 0; i < n; i++) {
      p[i] = random.nextDouble();
    }
    return p;
  }

  private boolean[] drawn(double[] p, double power) {
    boolean[] came = new boolean[p.length];
    for (int i = 0; i < p.length; i++) {
      double odds = Math.pow(p[i] / (1 - p[i]), power);
      came[i] = random.nextDouble() < odds / (1 + odds);
    }
    return came;
  }

  private static double brier(double[] p, boolean[] came) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.pow(p[i] - (came[i] ? 1 : 0), 2);
    }
    return sum / p.length;
  }

  /** By hand: 0.2 and 0.4 are pooled at 1/2, 0.9 goes to 1. */
  @Test
  void isThatOfAnExample() {
    double[] p = {0.9, 0.2, 0.4};
    boolean[] came = {true, true, false};

    CorpDecomposition brier = CorpDecomposition.of(BRIER, p, came);
    assertThat(brier.uncertainty()).isCloseTo(2.0 / 9, within(TINY));
    assertThat(brier.miscalibration()).isCloseTo((0.01 + 0.64 + 0.16) / 3 - 0.5 / 3, within(TINY));
    assertThat(brier.discrimination()).isCloseTo(2.0 / 9 - 0.5 / 3, within(TINY));

    CorpDecomposition log = CorpDecomposition.of(LOG_LOSS, p, came);
    double score = -(Math.log(0.9) + Math.log(0.2) + Math.log(0.6)) / 3;
    assertThat(log.score()).isCloseTo(score, within(TINY));
    assertThat(log.miscalibration()).isCloseTo(score - 2 * Math.log(2) / 3, within(TINY));
  }

  @Test
  void partsSumToTheScore() {
    double[] p = uniform(1000);
    boolean[] came = drawn(p, 0.5);

    assertThat(CorpDecomposition.of(BRIER, p, came).score())
        .isCloseTo(brier(p, came), within(TINY));
  }

  @Test
  void equalPredictionsAreRecalibratedAlike() {
    double[] p = {0.3, 0.3, 0.3, 0.3};
    boolean[] came = {true, false, false, true};

    CorpDecomposition parts = CorpDecomposition.of(BRIER, p, came);
    assertThat(parts.discrimination()).isZero();
    assertThat(parts.miscalibration()).isCloseTo(0.04, within(TINY));
  }

  @Test
  void anEventThatWasHeldImpossibleIsInfinitelyMiscalibrated() {
    CorpDecomposition parts =
        CorpDecomposition.of(LOG_LOSS, new double[] {0, 1}, new boolean[] {true, true});
    assertThat(parts.miscalibration()).isInfinite();
    assertThat(parts.discrimination()).isZero();
    assertThat(parts.uncertainty()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, 39, -0.1})
  void refusesWhatIsNoProbability(double p) {
    assertThatThrownBy(
            () -> CorpDecomposition.of(BRIER, new double[] {0.5, p}, new boolean[] {true, false}))
        .hasMessage("p must lie in [0, 1], got " + p);
  }
}
