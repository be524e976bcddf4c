package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.Interval;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ClasswiseProperCalibrationTest {
  private static final DirichletKernel KERNEL = new DirichletKernel(0.02);
  private static final double TINY = 1e-12;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);

  private ClasswiseProperCalibration of(Observations sample) {
    return ClasswiseProperCalibration.of(sample, KERNEL, 39, 0.95, random);
  }

  @Test
  void isTheMeanOverTheClasses() {
    Observations sample = Classes.sample(150, 3, Classes::sharpened);
    List<ProperCalibration> ofClasses = new ProperCalibrationError(KERNEL).byClass(sample);

    ClasswiseProperCalibration mean = of(sample);

    assertSame(mean.squared(), ofClasses.stream().map(ProperCalibration::squared).toList());
    assertSame(mean.logarithmic(), ofClasses.stream().map(ProperCalibration::logarithmic).toList());
  }

  private static void assertSame(ProperDecomposition mean, List<ProperDecomposition> ofClasses) {
    List<ToDoubleFunction<ProperDecomposition>> parts =
        List.of(
            ProperDecomposition::calibration,
            ProperDecomposition::calibrationByScore,
            ProperDecomposition::score,
            ProperDecomposition::refinement,
            ProperDecomposition::sharpness);
    for (ToDoubleFunction<ProperDecomposition> part : parts) {
      double expected = ofClasses.stream().mapToDouble(part).average().orElseThrow();
      assertThat(part.applyAsDouble(mean)).isCloseTo(expected, within(TINY));
    }
  }

  /**
   * In closed form: of n equal predictions p with c labels of a class, the regression leaves the
   * row out, and is (c − 1) / (n − 1) for the c rows with the class and c / (n − 1) for the others.
   */
  @Test
  void isThatOfEqualPredictions() {
    double[] p = {0.5, 0.3, 0.2};
    int[] counts = {2, 3, 5};
    int n = 10;
    List<Target> targets =
        IntStream.range(0, n).mapToObj(i -> Target.ofClass(i < 2 ? 0 : i < 5 ? 1 : 2)).toList();

    ClasswiseProperCalibration errors =
        of(Observations.of(Collections.nCopies(n, Categorical.of(p)), targets));

    double squared = 0;
    for (int k = 0; k < 3; k++) {
      int c = counts[k];
      double score = (c * 2 * Math.pow(1 - p[k], 2) + (n - c) * 2 * Math.pow(p[k], 2)) / n;
      double convex = (c * convex((c - 1.0) / (n - 1)) + (n - c) * convex(c / (n - 1.0))) / n;
      squared += (score - 1 + convex) / 3;
    }
    assertThat(errors.squared().calibrationByScore()).isCloseTo(squared, within(TINY));
  }

  private static double convex(double q) {
    return q * q + (1 - q) * (1 - q);
  }

  @Test
  void rangesHoldTheErrorsOfCalibratedPredictionsAsOftenAsTheySay() {
    int trials = 200;
    int squared = 0;
    int logarithmic = 0;
    for (int seed = 0; seed < trials; seed++) {
      ClasswiseProperCalibration errors =
          ClasswiseProperCalibration.of(Classes.calibrated(60, seed), KERNEL, 19, 0.9, random);
      squared +=
          errors.squaredIfCalibrated().contains(errors.squared().calibrationByScore()) ? 1 : 0;
      logarithmic +=
          errors.logarithmicIfCalibrated().contains(errors.logarithmic().calibrationByScore())
              ? 1
              : 0;
    }

    // 4 standard errors around 0.9.
    assertThat((double) squared / trials).isBetween(0.815, 0.985);
    assertThat((double) logarithmic / trials).isBetween(0.815, 0.985);
  }

  /** Less what the range says of its bias, the error is near the truth, on the side of too much. */
  @Test
  void exceedsTheRangeByTheTruthAndNotMuchMore() {
    DirichletKernel narrow = new DirichletKernel(0.003);
    int samples = 20;
    double excess = 0;
    for (int seed = 0; seed < samples; seed++) {
      ClasswiseProperCalibration errors =
          ClasswiseProperCalibration.of(
              Classes.sample(400, seed, Classes::sharpened), narrow, 39, 0.95, random);
      Interval range = errors.squaredIfCalibrated();
      double middle = (range.lower() + range.upper()) / 2;
      excess += (errors.squared().calibrationByScore() - middle) / samples;
    }

    assertThat(excess).isBetween(truth(), 1.4 * truth());
  }

  /** The mean over the classes of 2 E(q_k − E[Y_k | q_k])², by very many cases in 200 bins. */
  private static double truth() {
    int bins = 200;
    double[][] sums = new double[3 * bins][3];
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(9);
    int cases = 400_000;
    for (int i = 0; i < cases; i++) {
      double a = 1 - Math.sqrt(random.nextDouble());
      double b = random.nextDouble() * (1 - a);
      Categorical p = Categorical.of(a, b, 1 - a - b);
      Categorical q = Classes.sharpened(p);
      for (int k = 0; k < 3; k++) {
        double[] sum = sums[k * bins + Math.min(bins - 1, (int) (q.probability(k) * bins))];
        sum[0]++;
        sum[1] += q.probability(k);
        sum[2] += p.probability(k);
      }
    }
    double truth = 0;
    for (double[] sum : sums) {
      truth += sum[0] == 0 ? 0 : 2 * Math.pow(sum[1] - sum[2], 2) / sum[0];
    }
    return truth / cases / 3;
  }

  @Test
  void choosesASmallerBandwidthForPredictionsThatAreLessSpread() {
    Observations wide = Classes.calibrated(200, 1);
    Observations narrow =
        Classes.sample(
            200,
            1,
            p ->
                Categorical.of(
                    0.3 + 0.02 * p.probability(0),
                    0.2 + 0.02 * p.probability(1),
                    0.5 - 0.02 * (1 - p.probability(2))));
    double[] grid = {0.0001, 0.001, 0.01, 0.1};

    double ofWide = ClasswiseProperCalibration.bandwidth(wide, 100, grid);

    assertThat(ClasswiseProperCalibration.bandwidth(narrow, 100, grid)).isLessThan(ofWide);
  }

  @Test
  void needsEnoughReplicatesButNotTooMany() {
    Observations sample = Classes.calibrated(10, 1);

    assertThatThrownBy(() -> ClasswiseProperCalibration.of(sample, KERNEL, 38, 0.95, random))
        .hasMessageContaining("more than 38 replicates");
    assertThatThrownBy(() -> ClasswiseProperCalibration.of(sample, KERNEL, 64, 0.95, random))
        .hasMessageContaining("number of replicates");
  }
}
