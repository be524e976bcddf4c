package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.FourierKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class CkceTest {
  private static final double GAMMA = 0.5;

  /** k_P = 1 for the same prediction and 0 otherwise. */
  private static final TensorKernel IDENTITY =
      new TensorKernel((p, q) -> p.equals(q) ? 1 : 0, new KroneckerKernel());

  private static final Categorical HIGH = Categorical.of(0.8, 0.2);
  private static final Categorical LOW = Categorical.of(0.1, 0.9);

  @Test
  void isASumOverTheDistinctPredictionsUnderTheirIdentity() {
    Observations sample = twoGroups(40, 60);
    double lambda = 0.1;
    double ridge = lambda * sample.size();
    // Each group is off by 0.2 and 0.1 in either class.
    double expected =
        2 * Math.pow(0.2 * 40 / (40 + ridge), 2) + 2 * Math.pow(0.1 * 60 / (60 + ridge), 2);

    assertThat(new Ckce(IDENTITY).estimate(sample, lambda)).isCloseTo(expected, within(1e-14));
  }

  @Test
  void doesNotDependOnHowOftenAPredictionIsMadeAsTheRidgeVanishes() {
    double lambda = 1e-7;

    assertThat(new Ckce(IDENTITY).estimate(twoGroups(80, 20), lambda)).isCloseTo(0.1, within(1e-6));
    assertThat(new Ckce(IDENTITY).estimate(twoGroups(20, 80), lambda)).isCloseTo(0.1, within(1e-6));
  }

  @Test
  void isTheTraceOfItsDefinition() {
    for (Observations sample :
        List.of(
            sample(25, 4),
            Reals.normals(25, 5),
            Reals.laplaces(25, 6),
            Reals.ensembles(25, 7),
            Reals.quartiles(25, 8))) {
      TensorKernel kernel = Reals.kernel(sample);
      double lambda = 0.03;

      assertThat(new Ckce(kernel).estimate(sample, lambda))
          .isCloseTo(trace(kernel, sample, lambda), Percentage.withPercentage(1e-9));
    }
  }

  @Test
  void refusesKernelsThatAreNotPositiveDefinite() {
    Observations sample = sample(12, 8);
    TensorKernel indefinite =
        new TensorKernel((p, q) -> 1 + Distance.EUCLIDEAN.between(p, q), new KroneckerKernel());

    assertThatThrownBy(() -> new Ckce(indefinite).estimate(sample, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not positive definite");
  }

  @Test
  void isDefinedForOneClassOnlyAndForIdenticalPredictions() {
    List<PredictiveDistribution> same = Collections.nCopies(5, HIGH);
    List<Target> first = Collections.nCopies(5, Target.ofClass(0));
    double ridge = Ckce.defaultLambda(5) * 5;
    double expected = 2 * Math.pow(0.2 * 5 / (5 + ridge), 2);

    assertThat(new Ckce(IDENTITY).estimate(Observations.of(same, first)))
        .isCloseTo(expected, within(1e-15));
  }

  @Test
  void isZeroForSurePredictionsThatComeTrue() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      predictions.add(Normal.of(i, 0));
      targets.add(Target.of(i));
    }
    Observations sample = Observations.of(predictions, targets);

    assertThat(new Ckce(Reals.kernel(sample)).estimate(sample)).isZero();
  }

  @Test
  void isDefinedForOneToThreeObservations() {
    for (int n = 1; n <= 3; n++) {
      Observations sample = sample(n, n);
      TensorKernel kernel = Reals.kernel(sample);

      assertThat(new Ckce(kernel).estimate(sample))
          .isCloseTo(
              trace(kernel, sample, Ckce.defaultLambda(n)), Percentage.withPercentage(1e-10));
    }
  }

  /** tr(A⁻¹ L A⁻¹ K) as printed, by inverting A. */
  private static double trace(TensorKernel kernel, Observations sample, double lambda) {
    int n = sample.size();
    DMatrixRMaj gram = new DMatrixRMaj(n, n);
    DMatrixRMaj residuals = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        PredictiveDistribution p = sample.prediction(i);
        PredictiveDistribution q = sample.prediction(j);
        gram.set(i, j, kernel.predictions().apply(p, q));
        residuals.set(i, j, kernel.targets().residual(p, sample.target(i), q, sample.target(j)));
      }
    }
    DMatrixRMaj inverse = gram.copy();
    for (int i = 0; i < n; i++) {
      inverse.add(i, i, lambda * n);
    }
    assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
    DMatrixRMaj left = CommonOps_DDRM.mult(inverse, residuals, null);
    DMatrixRMaj right = CommonOps_DDRM.mult(inverse, gram, null);
    return CommonOps_DDRM.trace(CommonOps_DDRM.mult(left, right, null));
  }

  @Test
  void isApproachedByFourierFeatures() {
    for (Observations sample :
        List.of(sample(60, 3), Reals.normals(60, 4), Reals.laplaces(60, 5))) {
      TensorKernel kernel = Reals.kernel(sample);
      boolean classes = sample.prediction(0) instanceof Categorical;
      FourierKernel fourier = FourierKernel.random(classes ? 0.5 : 1, classes ? 3 : 2, 300, 11);

      // The features have a relative error of order 1/√D.
      assertThat(new Ckce(new TensorKernel(fourier, kernel.targets())).estimate(sample))
          .isCloseTo(new Ckce(kernel).estimate(sample), Percentage.withPercentage(10));
    }
  }

  @Test
  void isTheSameFromFourierFeaturesAndFromTheirKernel() {
    Observations sample = sample(30, 3);
    FourierKernel fourier = FourierKernel.random(0.5, 3, 5, 11);
    double fromFeatures =
        new Ckce(new TensorKernel(fourier, new KroneckerKernel())).estimate(sample);

    assertThat(
            new Ckce(new TensorKernel((p, q) -> fourier.apply(p, q), new KroneckerKernel()))
                .estimate(sample))
        .isCloseTo(fromFeatures, Percentage.withPercentage(1e-9));
  }

  @Test
  void hasAPredictionKernelMadeOfAnInnerProductAndAGaussian() {
    Categorical p = Categorical.of(0.2, 0.3, 0.5);
    Categorical q = Categorical.of(0.4, 0.4, 0.2);

    assertThat(Ckce.predictionKernel(GAMMA).apply(p, q))
        .isCloseTo(0.3 + Math.exp(-0.14 / (2 * GAMMA * GAMMA)), within(1e-15));
  }

  @Test
  void needsARidgeAndAnObservation() {
    assertThatThrownBy(() -> new Ckce(IDENTITY).estimate(twoGroups(10, 10), 0))
        .hasMessageContaining("lambda")
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> new Ckce(IDENTITY).estimate(Observations.of(List.of(), List.of())))
        .hasMessageContaining("n must be at least 1");
    TensorKernel fourier =
        new TensorKernel(FourierKernel.random(1, 3, 2, 1), new KroneckerKernel());
    assertThatThrownBy(() -> new Ckce(fourier).estimate(Observations.of(List.of(), List.of()), 1))
        .hasMessageContaining("n must be at least 1");
  }

  /** HIGH comes true 60 % of the time instead of 80, LOW 20 % instead of 10. */
  private static Observations twoGroups(int high, int low) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < high + low; i++) {
      boolean isHigh = i < high;
      predictions.add(isHigh ? HIGH : LOW);
      targets.add(Target.ofClass(isHigh ? (i < 0.6 * high ? 0 : 1) : i < high + 0.2 * low ? 0 : 1));
    }
    return Observations.of(predictions, targets);
  }

  private static Observations sample(int n, long seed) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double a = random.nextDouble();
      double b = random.nextDouble() * (1 - a);
      predictions.add(Categorical.of(a, b, 1 - a - b));
      targets.add(Target.ofClass(random.nextInt(3)));
    }
    return Observations.of(predictions, targets);
  }
}
