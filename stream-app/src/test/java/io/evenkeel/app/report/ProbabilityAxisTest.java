package io.evenkeel.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbabilityAxisTest {

  @Test
  void leavesSharesWhereTheyAreOnAnEvenAxis() {
    assertThat(ProbabilityAxis.EVEN.place(0.001)).isEqualTo(0.001);
  }

  @Test
  void hasRoomForAllSharesAndAHalf() {
    ProbabilityAxis axis = ProbabilityAxis.ofLogOdds(0.001, 0.01, 0, 1);

    assertThat(axis.from()).isCloseTo(Math.log10(0.001 / 0.999) - 0.25, within(1e-12));
    assertThat(axis.to()).isEqualTo(0.5);
    assertThat(axis.place(0.5)).isZero();
    assertThat(axis.place(0.01) - axis.place(0.001)).isCloseTo(1, within(0.01));
    assertThat(axis.place(0)).isEqualTo(axis.from());
    assertThat(axis.place(1)).isEqualTo(axis.to());
  }

  @ParameterizedTest
  @CsvSource({"0,0.5", "-1,0.091", "1,0.909", "-2,0.0099", "3,0.999", "-5,0.00001"})
  void marksProbabilities(double logOdds, String share) {
    assertThat(ProbabilityAxis.share(logOdds)).isEqualTo(share);
  }
}
