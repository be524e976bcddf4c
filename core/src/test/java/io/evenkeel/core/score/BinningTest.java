package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BinningTest {

  @Test
  void putsAnEdgeIntoTheBinOnItsRight() {
    Binning binning = Binning.equalWidth(10);

    // 3/10 and 0.3 are the same double, 3 · 0.1 is not.
    assertThat(binning.bin(0.3)).isEqualTo(3);
    assertThat(binning.bin(Math.nextDown(0.3))).isEqualTo(2);
    assertThat(binning.bin(0)).isEqualTo(0);
    assertThat(binning.bin(1)).isEqualTo(9);
  }

  /** k/15 is the left end of bin k, though k/15 · 15 may round below k. */
  @Test
  void isClosedOnTheLeftForEveryNumberOfBins() {
    for (int bins = 1; bins <= 50; bins++) {
      Binning binning = Binning.equalWidth(bins);
      for (int k = 0; k < bins; k++) {
        double edge = (double) k / bins;
        assertThat(binning.bin(edge)).isEqualTo(k);
        assertThat(binning.lower(k)).isEqualTo(edge);
        if (k > 0) {
          assertThat(binning.bin(Math.nextDown(edge))).isEqualTo(k - 1);
          assertThat(binning.upper(k - 1)).isEqualTo(edge);
        }
      }
      assertThat(binning.bin(1)).isEqualTo(bins - 1);
      assertThat(binning.upper(bins - 1)).isEqualTo(1);
    }
  }

  @Test
  void cutsTheEndsAlike() {
    Binning binning = Binning.splitEnds(4, 0.001, 0.1);

    assertThat(binning.edges()).containsExactly(0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999);
    assertThatThrownBy(() -> Binning.splitEnds(4, 0.1, 0.3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.3");
  }

  @Test
  void keepsTiesTogetherInBinsOfEqualMass() {
    Binning binning = Binning.equalMass(4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 0.7, 0.9);

    assertThat(binning.edges()).containsExactly(0.7);
    assertThat(Binning.equalMass(4, 0.5, 0.5).bins()).isEqualTo(1);
    assertThat(Binning.equalMass(4).bins()).isEqualTo(1);
  }

  /** What rounding adds to a sum of probabilities is no error of the caller. */
  @Test
  void refusesWhatIsNoProbability() {
    Binning binning = Binning.equalWidth(10);

    assertThat(binning.bin(1 + 1e-12)).isEqualTo(9);
    assertThat(binning.bin(-1e-12)).isEqualTo(0);
    for (double c : new double[] {Double.NaN, -0.1, 1.1, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> binning.bin(c))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Double.toString(c));
      assertThatThrownBy(() -> Binning.equalMass(2, 0.1, c, 0.4))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Double.toString(c));
    }
  }
}
