package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.prediction.Observations;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CrossValidationTest {

  @Test
  void evaluatesOnEachObservationOnceAndNeverOnWhatItLearnsFrom() {
    CrossValidation validation = CrossValidation.of(11, 3, 7);

    assertThat(validation.folds().stream().flatMap(fold -> fold.evaluate().stream()))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 11).boxed().toList());
    for (Fold fold : validation.folds()) {
      assertThat(Stream.concat(fold.train().stream(), fold.evaluate().stream()))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 11).boxed().toList());
    }
    assertThat(CrossValidation.of(11, 3, 7)).isEqualTo(validation);
  }

  @Test
  void findsThatACalibratedModelNeedsAStrongRidge() {
    ResidualSample sample = ResidualSample.canonical(Classes.calibrated(150, 1));
    CalibrationChoice choice =
        CrossValidation.of(150, 3, 2)
            .choose(new KernelRidge(2)::ofResiduals, sample, 1e-6, 1e-3, 1);

    assertThat(choice.best()).isEqualTo(2);
    assertThat(choice.squaredError(sample)).isBetween(0.0, 0.01);
  }

  @Test
  void findsTheErrorOfASharpenedModel() {
    int n = 600;
    // The same seed gives the same underlying probabilities, which the sharpened ones determine.
    Observations truth = Classes.calibrated(n, 4);
    Observations sharpened = Classes.sample(n, 4, Classes::sharpened);
    double expected = 0;
    for (int i = 0; i < n; i++) {
      expected +=
          Math.pow(Distance.EUCLIDEAN.between(truth.prediction(i), sharpened.prediction(i)), 2) / n;
    }
    ResidualSample sample = ResidualSample.canonical(Classes.sample(n, 3, Classes::sharpened));
    CalibrationChoice choice =
        CrossValidation.of(n, 3, 2)
            .choose(new KernelRidge(2)::ofResiduals, sample, 1e-4, 1e-3, 1e-2, 1e-1);

    // The ridge shrinks, so the error is found too small rather than too large.
    assertThat(choice.squaredError(ResidualSample.canonical(sharpened)))
        .isBetween(expected / 3, 1.2 * expected);
  }

  @Test
  void givesTheSameFromPairsAndFromResidualsAsTheRidgeVanishes() {
    ResidualSample sample = ResidualSample.canonical(Classes.calibrated(8, 5));
    KernelRidge ridge = new KernelRidge(30);
    double[][] ofResiduals = ridge.ofResiduals(sample, 1e-14).matrix(sample);
    double[][] ofProducts = ridge.ofProducts(sample, 1e-14).matrix(sample);

    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++) {
        // Both interpolate the products of the residuals.
        assertThat(ofResiduals[i][j]).isCloseTo(sample.residualProduct(i, j), within(1e-6));
        assertThat(ofProducts[i][j]).isCloseTo(sample.residualProduct(i, j), within(1e-6));
      }
    }
  }

  @Test
  void hasTheDiagonalOfTheMatrix() {
    ResidualSample sample = ResidualSample.canonical(Classes.calibrated(9, 6));
    for (CalibrationFunction h :
        List.of(
            new KernelRidge(2).ofProducts(sample, 0.01),
            new KernelRidge(2).ofResiduals(sample, 0.01),
            KernelDensity.learn(sample, 0.1))) {
      double[][] matrix = h.matrix(sample);
      double[] diagonal = h.diagonal(sample);
      for (int i = 0; i < 9; i++) {
        assertThat(diagonal[i]).isCloseTo(matrix[i][i], within(1e-14));
      }
    }
  }

  @Test
  void hasARiskOfZeroForTheProductsThemselves() {
    ResidualSample sample = ResidualSample.topLabel(Classes.calibrated(5, 7));
    double[][] h = new double[5][5];
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        h[i][j] = sample.residualProduct(i, j);
      }
    }

    assertThat(SquaredCalibrationError.risk(sample, h)).isZero();
    assertThat(SquaredCalibrationError.risk(sample.subset(0), new double[1][1])).isNaN();
  }

  @Test
  void needsEnoughObservationsForItsFolds() {
    assertThatThrownBy(() -> CrossValidation.of(5, 3, 1)).hasMessageContaining("at least 6, got 5");
  }
}
