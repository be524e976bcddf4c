package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.Temperature;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.SoftAssertions;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the 95 % interval of the difference of two CKCEs covers the truth, which is known
 * because there are only 30 different cases: with the matrix K of the cases, their shares π and the
 * true mean residuals Δ, the limit at λ is tr(Xᵀ K X) for (K + λ diag(π)⁻¹) X = Δ.
 */
@Tag("simulation")
class CkceIntervalSimulationTest {
  private static final int REPETITIONS = 2000;
  private static final int CASES = 30;
  private static final int MERGED = 3;
  private static final PredictionKernel KERNEL = Ckce.predictionKernel(0.5);
  private static final List<Categorical> TRUTHS = truths();
  private static final Table TABLE =
      new Table(
          "ckce-interval",
          "first",
          "second",
          "n",
          "truth",
          "mean",
          "covered",
          "plain_mean",
          "width");

  private final Ckce ckce = new Ckce(new TensorKernel(KERNEL, new KroneckerKernel()));

  /** What is predicted of each case. */
  private enum Model {
    SHARP(0.5),
    SOFT(2),
    SLIGHTLY_SOFT(1.2),
    RIGHT(1),
    /** Calibrated, but it does not tell three cases from each other. */
    COARSE(1) {
      @Override
      List<Categorical> predictions() {
        return IntStream.range(0, CASES)
            .mapToObj(i -> TRUTHS.subList(i / MERGED * MERGED, i / MERGED * MERGED + MERGED))
            .map(group -> group.stream().mapToDouble(p -> p.probability(0)).average().orElseThrow())
            .map(mean -> Categorical.of(mean, 1 - mean))
            .toList();
      }
    };

    private final double temperature;

    Model(double temperature) {
      this.temperature = temperature;
    }

    List<Categorical> predictions() {
      return TRUTHS.stream().map(new Temperature(temperature)::recalibrate).toList();
    }
  }

  /** The interval is too narrow for few observations, and too wide if both are calibrated. */
  @ParameterizedTest
  @CsvSource({"SHARP, RIGHT", "SHARP, SOFT", "RIGHT, SLIGHTLY_SOFT", "RIGHT, COARSE"})
  void coversTheTruthFromAHundredObservations(Model first, Model second) {
    SoftAssertions softly = new SoftAssertions();
    for (int n : new int[] {25, 100, 400}) {
      double lambda = Ckce.defaultLambda(n);
      double truth = limit(first.predictions(), lambda) - limit(second.predictions(), lambda);
      List<double[]> all =
          IntStream.range(0, REPETITIONS)
              .parallel()
              .mapToObj(seed -> repetition(first, second, n, seed, truth))
              .toList();
      double covered = mean(all, 0);
      TABLE.add(first, second, n, truth, mean(all, 1), covered, mean(all, 3), mean(all, 2));
      softly
          .assertThat(covered)
          .as(first + " against " + second + ", n = " + n)
          .isGreaterThan(n < 100 ? 0.86 : 0.925);
    }
    softly.assertAll();
  }

  /** Whether it covers, the estimate, the width of the interval, and the plain difference. */
  private double[] repetition(Model first, Model second, int n, int seed, double truth) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<Categorical> ofFirst = first.predictions();
    List<Categorical> ofSecond = second.predictions();
    List<PredictiveDistribution> p = new ArrayList<>();
    List<PredictiveDistribution> q = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int which = random.nextInt(CASES);
      p.add(ofFirst.get(which));
      q.add(ofSecond.get(which));
      targets.add(Target.ofClass(random.nextDouble() < TRUTHS.get(which).probability(0) ? 0 : 1));
    }
    Observations a = Observations.of(p, targets);
    Observations b = Observations.of(q, targets);
    double lambda = Ckce.defaultLambda(n);
    Jackknife difference = ckce.difference(a, b, lambda);
    var interval = difference.interval(0.95);
    assertThat(difference.n()).isEqualTo(n);
    return new double[] {
      interval.contains(truth) ? 1 : 0,
      difference.estimate(),
      interval.upper() - interval.lower(),
      ckce.estimate(a, lambda) - ckce.estimate(b, lambda)
    };
  }

  private static double limit(List<Categorical> predictions, double lambda) {
    DMatrixRMaj gram = new DMatrixRMaj(CASES, CASES);
    DMatrixRMaj residuals = new DMatrixRMaj(CASES, 2);
    for (int i = 0; i < CASES; i++) {
      for (int j = 0; j < CASES; j++) {
        gram.set(i, j, KERNEL.apply(predictions.get(i), predictions.get(j)));
      }
      for (int k = 0; k < 2; k++) {
        residuals.set(i, k, TRUTHS.get(i).probability(k) - predictions.get(i).probability(k));
      }
    }
    DMatrixRMaj inverse = gram.copy();
    for (int i = 0; i < CASES; i++) {
      inverse.add(i, i, lambda * CASES);
    }
    assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
    DMatrixRMaj x = CommonOps_DDRM.mult(inverse, residuals, null);
    return CommonOps_DDRM.elementSum(
        CommonOps_DDRM.elementMult(x, CommonOps_DDRM.mult(gram, x, null), null));
  }

  private static List<Categorical> truths() {
    DirichletSampler sampler =
        DirichletSampler.symmetric(RandomSource.XO_RO_SHI_RO_128_PP.create(3), 2, 1);
    return IntStream.range(0, CASES).mapToObj(i -> Categorical.of(sampler.sample())).toList();
  }

  private static double mean(List<double[]> all, int column) {
    return all.stream().mapToDouble(row -> row[column]).average().orElseThrow();
  }
}
