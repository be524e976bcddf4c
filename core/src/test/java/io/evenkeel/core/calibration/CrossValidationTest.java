package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
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
    double[][] ofResiduals = ridge.ofResiduals(sample).apply(1e-14).matrix(sample);
    double[][] ofProducts = ridge.ofProducts(sample).apply(1e-14).matrix(sample);

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
            new KernelRidge(2).ofProducts(sample).apply(0.01),
            new KernelRidge(2).ofResiduals(sample).apply(0.01),
            KernelDensity.learn(sample).apply(0.1))) {
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
  void doesNotChooseAFunctionThatIsNotDefinedEverywhere() {
    ResidualSample sample = ResidualSample.canonical(Classes.calibrated(40, 8));
    CalibrationEstimator sometimes =
        train ->
            bandwidth ->
                bandwidth < 0.01
                    ? at -> nan(at.size())
                    : KernelDensity.learn(train).apply(bandwidth);

    assertThat(CrossValidation.of(40, 2, 1).choose(sometimes, sample, 0.001, 0.1, 0.002).best())
        .isEqualTo(1);
  }

  /** Rounding made it infinite, of either sign. */
  @Test
  void hasNoRiskOnOneObservation() {
    for (int seed = 1; seed <= 5; seed++) {
      ResidualSample sample = ResidualSample.topLabel(Classes.calibrated(12, seed));
      List<Integer> train = IntStream.range(1, 12).boxed().toList();
      CrossValidation single = new CrossValidation(List.of(new Fold(train, List.of(0))));

      for (CalibrationEstimator estimator :
          List.<CalibrationEstimator>of(
              BinnedCalibration::equalWidth, new KernelRidge(0.5)::ofResiduals)) {
        CalibrationChoice choice = single.choose(estimator, sample, 1, 3, 5);
        assertThat(choice.risks()).containsOnly(List.of(Double.NaN));
        assertThat(choice.best()).isZero();
      }
    }
  }

  @Test
  void isNotPositiveSemiDefiniteFromProducts() {
    ResidualSample sample =
        ResidualSample.ofConfidences(new double[] {0.2, 0.8}, new double[] {0, 0});
    double[][] h = new KernelRidge(2).ofProducts(sample).apply(0.1).matrix(sample);

    assertThat(h[0][0] * h[1][1] - h[0][1] * h[1][0]).isNegative();
  }

  @Test
  void learnsFromOneObservationAndFromIdenticalOnes() {
    for (int n = 1; n <= 3; n++) {
      double[] confidences = new double[n];
      Arrays.fill(confidences, 0.7);
      ResidualSample sample = ResidualSample.ofConfidences(confidences, new double[n]);
      double lambda = 0.5;
      // K has one eigenvalue n that matters, and every residual is 0.7.
      double shrunk = 0.7 * n / (n + lambda * n);
      double[] ofResiduals = new KernelRidge(2).ofResiduals(sample).apply(lambda).diagonal(sample);
      double[] ofProducts = new KernelRidge(2).ofProducts(sample).apply(lambda).diagonal(sample);
      double[] ofDensity = KernelDensity.learn(sample).apply(0.1).diagonal(sample);

      assertThat(ofResiduals[0]).isCloseTo(shrunk * shrunk, within(1e-14));
      assertThat(ofProducts[0]).isCloseTo(0.49 / (1 + lambda), within(1e-14));
      assertThat(ofDensity[0]).isCloseTo(0.49, within(1e-14));
    }
  }

  @Test
  void smoothsConfidencesAsProbabilitiesOfTwoClasses() {
    double[] confidences = {0.2, 0.5, 0.9};
    double[] correct = {0, 1, 1};
    Observations twoClasses =
        Observations.of(
            Arrays.stream(confidences).mapToObj(c -> Categorical.of(c, 1 - c)).toList(),
            Arrays.stream(correct).mapToObj(c -> Target.ofClass(c == 1 ? 0 : 1)).toList());
    ResidualSample canonical = ResidualSample.canonical(twoClasses);
    ResidualSample scalar = ResidualSample.ofConfidences(confidences, correct);

    double[] both = KernelDensity.learn(canonical).apply(0.1).diagonal(canonical);
    double[] one = KernelDensity.learn(scalar).apply(0.1).diagonal(scalar);

    for (int i = 0; i < 3; i++) {
      // Both classes are off by the same.
      assertThat(2 * one[i]).isCloseTo(both[i], within(1e-14));
      assertThat(ResidualSample.ofClass(twoClasses, 0).point(i)).containsExactly(confidences[i]);
      assertThat(ResidualSample.ofClass(twoClasses, 0).residualProduct(i, i))
          .isEqualTo(scalar.residualProduct(i, i));
    }
  }

  @Test
  void needsEnoughObservationsForItsFolds() {
    assertThatThrownBy(() -> CrossValidation.of(5, 3, 1)).hasMessageContaining("at least 6, got 5");
  }

  private static double[][] nan(int n) {
    double[][] h = new double[n][n];
    for (double[] row : h) {
      Arrays.fill(row, Double.NaN);
    }
    return h;
  }
}
