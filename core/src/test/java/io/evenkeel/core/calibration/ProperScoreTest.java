package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.LogLoss;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProperScoreTest {
  private static final Categorical P = Categorical.of(0.2, 0.3, 0.5);
  private static final double[] Q = {0.6, 0.3, 0.1};

  /** The score of p where class y comes. */
  private static double of(ProperScore score, Categorical p, int y) {
    double[] came = new double[p.classes()];
    came[y] = 1;
    return score.divergence(came, p);
  }

  @Test
  void isTheScoreOfItsName() {
    for (int y = 0; y < 3; y++) {
      ClassLabel label = new ClassLabel(y);
      assertThat(of(ProperScore.BRIER, P, y)).isCloseTo(BrierScore.of(P, label), within(1e-15));
      assertThat(of(ProperScore.LOG_LOSS, P, y)).isCloseTo(LogLoss.of(P, label), within(1e-15));
      assertThat(of(ProperScore.SPHERICAL, P, y))
          .isCloseTo(1 - P.probability(y) / Math.sqrt(0.38), within(1e-15));
      assertThat(of(ProperScore.weightedBrier(1, 1, 1), P, y))
          .isCloseTo(BrierScore.of(P, label), within(1e-15));
    }
    assertThat(of(ProperScore.weightedBrier(10, 1, 1), P, 0))
        .isCloseTo(10 * 0.64 + 0.09 + 0.25, within(1e-15));
  }

  @Test
  void expectsTheDivergenceMoreOfAPredictionThanOfTheFrequencies() {
    for (ProperScore score :
        List.of(
            ProperScore.BRIER,
            ProperScore.LOG_LOSS,
            ProperScore.SPHERICAL,
            ProperScore.weightedBrier(5, 1, 0.5))) {
      double excess = 0;
      for (int y = 0; y < 3; y++) {
        excess += Q[y] * (of(score, P, y) - of(score, Categorical.of(Q), y));
      }
      assertThat(excess).isPositive().isCloseTo(score.divergence(Q, P), within(1e-15));
    }
  }

  /** One prediction, classes 0, 0, 0, 1: the others of a 0 have 2/3 of them, those of the 1 all. */
  @Test
  void measuresTheCalibrationErrorInClosedForm() {
    Observations sample =
        Observations.of(
            Collections.nCopies(4, Categorical.of(0.5, 0.5)),
            List.of(Target.ofClass(0), Target.ofClass(0), Target.ofClass(0), Target.ofClass(1)));
    ProperCalibrationError error = new ProperCalibrationError(new DirichletKernel(0.02));

    ProperDecomposition spherical = error.estimate(sample, ProperScore.SPHERICAL);
    double refinement = -(3 * Math.sqrt(5) / 3 + 1) / 4;
    assertThat(spherical.score()).isCloseTo(1 - Math.sqrt(0.5), within(1e-15));
    assertThat(spherical.refinement()).isCloseTo(refinement, within(1e-15));
    assertThat(spherical.calibration()).isCloseTo(-refinement - Math.sqrt(0.5), within(1e-15));
    assertThat(spherical.calibrationByScore())
        .isCloseTo(-Math.sqrt(0.5) - refinement, within(1e-15));
    assertThat(spherical.sharpness()).isCloseTo(-refinement - Math.sqrt(10) / 4, within(1e-15));

    ProperDecomposition weighted = error.estimate(sample, ProperScore.weightedBrier(3, 1));
    assertThat(weighted.calibration())
        .isCloseTo((3 * 4 * (1 / 6.0) * (1 / 6.0) + 4 * 0.25) / 4, within(1e-15));
    assertThat(weighted.score()).isCloseTo(1, within(1e-15));
    // A sure prediction of class 0 has F = 3, one of class 1 has F = 1.
    assertThat(weighted.calibrationByScore())
        .isCloseTo(1 - 2.5 + (3 * (3 * 4 / 9.0 + 1 / 9.0) + 3) / 4, within(1e-15));
  }

  @Test
  void theTwoScoresOfTheEstimateAreTwoOfMany() {
    Observations sample = Classes.calibrated(60, 1);
    ProperCalibrationError error = new ProperCalibrationError(new DirichletKernel(0.02));
    ProperCalibration both = error.estimate(sample);

    assertThat(error.estimate(sample, ProperScore.BRIER)).isEqualTo(both.squared());
    assertThat(error.estimate(sample, ProperScore.LOG_LOSS)).isEqualTo(both.logarithmic());
  }

  @Test
  void needsAPositiveWeightForEachClass() {
    assertThatThrownBy(() -> ProperScore.weightedBrier(1, 0)).hasMessageContaining("a weight");
    assertThatThrownBy(() -> ProperScore.weightedBrier(1, 1).divergence(Q, P))
        .hasMessageContaining("weights and probabilities");
  }
}
