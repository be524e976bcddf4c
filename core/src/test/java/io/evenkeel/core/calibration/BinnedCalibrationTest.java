package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.score.Binning;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinnedCalibrationTest {

  @Test
  void measuresTheMeanResidualOfEachBin() {
    ResidualSample sample =
        ResidualSample.ofConfidences(new double[] {0.2, 0.4, 0.9, 0.7}, new double[] {0, 1, 1, 0});
    BinnedCalibration calibration = BinnedCalibration.of(sample, Binning.equalWidth(2));

    // Mean residuals (0.2 − 0.6)/2 and (−0.1 + 0.7)/2.
    assertThat(calibration.counts()).containsExactly(2, 2);
    assertThat(calibration.ece()).isCloseTo(0.25, within(1e-15));
    assertThat(calibration.mce()).isCloseTo(0.3, within(1e-15));
    assertThat(calibration.squared()).isCloseTo((0.04 + 0.09) / 2, within(1e-15));
    assertThat(calibration.function().matrix(sample)[0][2]).isCloseTo(-0.06, within(1e-15));
  }

  @Test
  void removesTheBiasOfNoise() {
    Random random = new Random(5);
    int repetitions = 2000;
    int n = 40;
    double biased = 0;
    double debiased = 0;
    double squares = 0;
    for (int r = 0; r < repetitions; r++) {
      double[] confidences = random.doubles(n).toArray();
      double[] correct = new double[n];
      for (int i = 0; i < n; i++) {
        correct[i] = random.nextDouble() < confidences[i] ? 1 : 0;
      }
      BinnedCalibration calibration =
          BinnedCalibration.of(
              ResidualSample.ofConfidences(confidences, correct), Binning.equalWidth(2));
      biased += calibration.squared() / repetitions;
      debiased += calibration.squaredDebiased() / repetitions;
      squares += Math.pow(calibration.squaredDebiased(), 2) / repetitions;
    }

    double standardError = Math.sqrt(squares / repetitions);
    assertThat(debiased).isCloseTo(0, within(4 * standardError));
    assertThat(biased).isGreaterThan(10 * standardError);
  }

  @Test
  void isNotANumberWithoutObservations() {
    BinnedCalibration none =
        BinnedCalibration.of(
            ResidualSample.ofConfidences(new double[0], new double[0]), Binning.equalWidth(3));

    assertThat(none.ece()).isNaN();
    assertThat(none.mce()).isNaN();
    assertThat(none.squared()).isNaN();
  }

  @Test
  void measuresOneClassOnlyWithoutNoise() {
    ResidualSample sample =
        ResidualSample.ofConfidences(new double[] {0.8, 0.8, 0.8}, new double[] {1, 1, 1});
    BinnedCalibration calibration =
        BinnedCalibration.of(sample, Binning.equalMass(5, 0.8, 0.8, 0.8));

    assertThat(calibration.counts()).containsExactly(3);
    assertThat(calibration.squared()).isCloseTo(0.04, within(1e-16));
    assertThat(calibration.squaredDebiased()).isEqualTo(calibration.squared());
    assertThat(calibration.squaredDebiasedByLabels())
        .isCloseTo(calibration.squared(), within(1e-15));
  }

  @Test
  void namesConfidencesOutsideTheUnitInterval() {
    assertThatThrownBy(
            () -> ResidualSample.ofConfidences(new double[] {0.5, 1.25}, new double[] {1, 1}))
        .hasMessageContaining("confidence 1")
        .hasMessageContaining("1.25");
    assertThatThrownBy(() -> ResidualSample.ofConfidences(new double[] {0.5}, new double[] {2}))
        .hasMessageContaining("correct 0");
    assertThatThrownBy(() -> ResidualSample.ofConfidences(new double[] {0.5}, new double[] {0.5}))
        .hasMessage("correct 0 must be 0 or 1, got 0.5");
  }

  @Test
  void hasNoBinsForWholeProbabilityVectors() {
    ResidualSample canonical = ResidualSample.canonical(Classes.calibrated(3, 1));

    assertThatThrownBy(() -> BinnedCalibration.of(canonical, Binning.equalWidth(2)))
        .hasMessageContaining("3 coordinates");
    assertThatThrownBy(() -> SquaredCalibrationError.risk(canonical, new double[2][2]))
        .hasMessageContaining("2 and 3");
  }
}
