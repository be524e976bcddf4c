package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
  void takesProbabilitiesOfZeroAsTheyAre() {
    Observations sample =
        Observations.of(
            List.of(Categorical.of(0, 0.3, 0.7), Categorical.of(0, 0.4, 0.6)),
            List.of(Target.ofClass(1), Target.ofClass(2)));
    ProperCalibration all = error.estimate(sample);

    // Each is given the class of the other: 2 where 0.7 was predicted, 1 where 0.4 was.
    assertThat(all.used()).isEqualTo(2);
    assertThat(all.logarithmic().calibration())
        .isCloseTo(-(Math.log(0.7) + Math.log(0.4)) / 2, within(1e-15));
    assertThat(all.logarithmic().refinement()).isZero();
    assertThat(all.squared().calibration()).isCloseTo((0.18 + 0.72) / 2, within(1e-15));
  }

  @Test
  void isFiniteForTheSmallestProbabilities() {
    Categorical p = Categorical.of(1e-310, 1);
    Observations sample = Observations.of(List.of(p, p), Collections.nCopies(2, Target.ofClass(0)));

    assertThat(error.estimate(sample).logarithmic().calibration())
        .isCloseTo(310 * Math.log(10), within(1e-9));
  }

  @Test
  void isDefinedForTheSmallestBandwidthAndAHundredClasses() {
    Observations sample = manyClasses(40, 100);
    ProperCalibrationError sharp = new ProperCalibrationError(new DirichletKernel(1e-4));
    ProperCalibration all = sharp.estimate(sample);

    assertThat(all.used()).isEqualTo(40);
    assertThat(all.squared().calibration()).isBetween(0.0, 2.0);
    assertThat(all.squared().calibrationByScore() + all.squared().refinement() + 1)
        .isCloseTo(all.squared().score(), within(1e-14));
    assertThat(sharp.conditionalFrequencies(sample))
        .allSatisfy(
            frequencies ->
                assertThat(Arrays.stream(frequencies.orElseThrow()).sum())
                    .isCloseTo(1, within(1e-14)));
    assertThat(
            Arrays.stream(ProperCalibrationError.logLikelihoods(classes(sample), 1e-4, 1e-2))
                .allMatch(Double::isFinite))
        .isTrue();
  }

  @Test
  void givesTiedPredictionsTheFrequenciesOfTheOthers() {
    Categorical p = Categorical.of(0.2, 0.8);
    Observations sample =
        Observations.of(
            List.of(p, p, p), List.of(Target.ofClass(0), Target.ofClass(1), Target.ofClass(1)));

    assertThat(error.conditionalFrequencies(sample).get(0)).hasValue(new double[] {0, 1});
    assertThat(error.conditionalFrequencies(sample).get(1)).hasValue(new double[] {0.5, 0.5});
  }

  @Test
  void measuresAModelThatSeesOneClassOnly() {
    Categorical p = Categorical.of(0.9, 0.1);
    ProperCalibration all =
        error.estimate(
            Observations.of(Collections.nCopies(4, p), Collections.nCopies(4, Target.ofClass(0))));

    assertThat(all.squared().calibration()).isCloseTo(0.02, within(1e-15));
    assertThat(all.logarithmic().calibration()).isCloseTo(-Math.log(0.9), within(1e-15));
    assertThat(all.squared().sharpness()).isCloseTo(0, within(1e-15));
  }

  @Test
  void isNotANumberWithoutObservations() {
    Observations none = Observations.of(List.of(), List.of());

    assertThat(error.estimate(none).used()).isZero();
    assertThat(error.estimate(none).squared().calibration()).isNaN();
    assertThat(error.byClass(none)).isEmpty();
    assertThatThrownBy(() -> ProperCalibrationError.bandwidth(List.of()))
        .hasMessageContaining("size of the grid must be at least 1");
  }

  @Test
  void asksOfTheTopLabelWhetherItCame() {
    Observations sample =
        Observations.of(
            List.of(Categorical.of(0.1, 0.6, 0.3), Categorical.of(0.7, 0.2, 0.1)),
            List.of(Target.ofClass(1), Target.ofClass(1)));
    Observations events =
        Observations.of(
            List.of(Categorical.of(0.6, 0.4), Categorical.of(0.7, 0.3)),
            List.of(Target.ofClass(0), Target.ofClass(1)));

    assertThat(error.topLabel(sample).logarithmic().calibration())
        .isCloseTo(error.estimate(events).logarithmic().calibration(), within(1e-15));
  }

  @Test
  void choosesTheSmallestBandwidthForTiedPredictions() {
    Categorical p = Categorical.of(0.2, 0.8);

    assertThat(ProperCalibrationError.bandwidth(List.of(p, p, p), 1, 0.1, 0.01)).isEqualTo(0.01);
  }

  private static List<Categorical> classes(Observations sample) {
    return sample.predictions().stream().map(Categorical.class::cast).toList();
  }

  private static Observations manyClasses(int n, int classes) {
    Random random = new Random(5);
    List<Categorical> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double[] p = random.doubles(classes).map(u -> -Math.log(u)).toArray();
      double sum = Arrays.stream(p).sum();
      predictions.add(Categorical.of(Arrays.stream(p).map(x -> x / sum).toArray()));
      targets.add(Target.ofClass(random.nextInt(classes)));
    }
    return Observations.of(predictions, targets);
  }
}
