package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProperCalibrationErrorTest {
  private final ProperCalibrationError error =
      new ProperCalibrationError(new DirichletKernel(0.02));

  @Test
  void addsUpToTheScore() {
    ProperCalibration all = error.estimate(Classes.calibrated(60, 1));

    // A sure prediction has an expected Brier score of 1 − ‖e‖² = 0.
    assertThat(all.squared().calibrationByScore() + all.squared().refinement() + 1)
        .isCloseTo(all.squared().score(), within(1e-15));
    assertThat(all.logarithmic().calibrationByScore() + all.logarithmic().refinement())
        .isCloseTo(all.logarithmic().score(), within(1e-15));
    assertThat(all.squared().sharpness()).isPositive();
  }

  @Test
  void tellsACalibratedModelFromASharpenedOne() {
    int n = 1500;
    ProperCalibration calibrated = error.estimate(Classes.calibrated(n, 2));
    ProperCalibration sharpened = error.estimate(Classes.sample(n, 2, Classes::sharpened));

    assertThat(sharpened.squared().calibration())
        .isGreaterThan(2 * calibrated.squared().calibration());
    assertThat(sharpened.logarithmic().calibrationByScore())
        .isGreaterThan(2 * Math.abs(calibrated.logarithmic().calibrationByScore()));
  }

  @Test
  void leavesOutObservationsWithoutNeighbours() {
    Observations sample =
        Observations.of(
            List.of(Categorical.of(1, 0), Categorical.of(0.3, 0.7), Categorical.of(0.6, 0.4)),
            List.of(Target.ofClass(0), Target.ofClass(1), Target.ofClass(0)));

    assertThat(error.estimate(sample).used()).isEqualTo(2);
    assertThat(error.conditionalFrequencies(sample).get(0)).isEmpty();
  }

  @Test
  void isInfiniteInNatsIfAnImpossibleClassCame() {
    Observations sample =
        Observations.of(
            List.of(Categorical.of(0, 1), Categorical.of(0, 1)),
            List.of(Target.ofClass(0), Target.ofClass(0)));
    ProperCalibration all = error.estimate(sample);

    assertThat(all.logarithmic().calibration()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(all.squared().calibration()).isEqualTo(2);
  }

  @Test
  void isNotDefinedForOneObservation() {
    ProperCalibration none = error.estimate(Classes.calibrated(1, 3));

    assertThat(none.used()).isZero();
    assertThat(none.squared().calibration()).isNaN();
    assertThat(none.logarithmic().score()).isNaN();
  }

  @Test
  void countsBothClassesOfATwoClassProblem() {
    Observations sample =
        Observations.of(
            List.of(Categorical.of(0.2, 0.8), Categorical.of(0.3, 0.7), Categorical.of(0.6, 0.4)),
            List.of(Target.ofClass(0), Target.ofClass(1), Target.ofClass(0)));

    List<ProperCalibration> byClass = error.byClass(sample);

    assertThat(byClass).hasSize(2);
    assertThat(byClass.get(0).squared().calibration())
        .isCloseTo(error.estimate(sample).squared().calibration(), within(1e-14));
    assertThat(byClass.get(1).squared().calibration())
        .isCloseTo(byClass.get(0).squared().calibration(), within(1e-14));
  }

  @Test
  void choosesTheSmallestBandwidthForTiedPredictions() {
    Categorical p = Categorical.of(0.2, 0.8);

    assertThat(ProperCalibrationError.bandwidth(List.of(p, p, p), 1, 0.1, 0.01)).isEqualTo(0.01);
  }
}
