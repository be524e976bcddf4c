package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class QuadraticTest {
  private static final int N = 128;
  private static final int WINDOWS = 200;
  private static final TensorKernel CLASSES =
      new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 4, 1), new KroneckerKernel());

  /** A model that is wrong where it says 0.8, and says that with the given share. */
  private static Observations window(UniformRandomProvider random, double share, double truth) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < N; i++) {
      boolean high = random.nextDouble() < share;
      predictions.add(high ? Categorical.of(0.2, 0.8) : Categorical.of(0.7, 0.3));
      targets.add(Target.ofClass(random.nextDouble() < (high ? truth : 0.3) ? 1 : 0));
    }
    return Observations.of(predictions, targets);
  }

  private static List<Quadratic> windows(double share, double truth) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    List<Quadratic> windows = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      windows.add(Quadratic.of(CLASSES, window(random, share, truth), N, i).orElseThrow());
    }
    return windows;
  }

  private static double meanSkce(List<Quadratic> windows) {
    return windows.stream().mapToDouble(Quadratic::skce).average().orElseThrow();
  }

  private static double meanCkce(List<Quadratic> windows) {
    return windows.stream()
        .mapToDouble(window -> window.ckce().orElseThrow().estimate())
        .average()
        .orElseThrow();
  }

  @Test
  void ifOnlyThePredictionsShiftTheSkceMovesAndTheIntervalOfTheCkceStillCovers() {
    List<Quadratic> before = windows(0.5, 0.5);
    List<Quadratic> after = windows(0.8, 0.5);

    assertThat(meanSkce(after) / meanSkce(before)).isGreaterThan(2.2);
    assertThat(meanCkce(after) / meanCkce(before)).isBetween(0.8, 1.4);
    double value = meanCkce(before);
    assertThat(after)
        .filteredOn(window -> window.ckce().orElseThrow().interval(0.95).contains(value))
        .hasSizeGreaterThan((int) (0.9 * WINDOWS));
  }

  @Test
  void theTestKeepsItsLevelAndSeesWhatIsThere() {
    assertThat(windows(0.5, 0.8))
        .filteredOn(window -> window.skcePValue() <= 0.05)
        .hasSizeLessThan(20);
    assertThat(windows(0.5, 0.5))
        .filteredOn(window -> window.skcePValue() <= 0.05)
        .hasSizeGreaterThan(190);
  }

  @Test
  void fewerThanTwoObservationsHaveNoPair() {
    Observations one =
        Observations.of(List.of(Categorical.of(0.5, 0.5)), List.of(Target.ofClass(0)));

    assertThat(Quadratic.of(CLASSES, one, N, 1)).isEmpty();
  }

  @Test
  void twoEqualObservationsHaveAnEstimateWithoutWidth() {
    Categorical p = Categorical.of(0.5, 0.5);
    Observations two =
        Observations.of(List.of(p, p), List.of(Target.ofClass(0), Target.ofClass(0)));

    Quadratic quadratic = Quadratic.of(CLASSES, two, N, 1).orElseThrow();

    assertThat(quadratic.skce()).isEqualTo(0.5);
    assertThat(quadratic.ckce()).map(Jackknife::standardError).hasValue(0.0);
  }

  @Test
  void ofLargeEnsemblesTheFirstAreTaken() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    for (int i = 0; i < 20; i++) {
      predictions.add(Ensemble.of(random.doubles(100).toArray()));
      targets.add(Target.of(random.nextDouble()));
    }
    TensorKernel kernel =
        new TensorKernel(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(1));
    Observations all = Observations.of(predictions, targets);

    Quadratic quadratic = Quadratic.of(kernel, all, N, 1).orElseThrow();

    assertThat(quadratic.n()).isEqualTo(10);
    assertThat(quadratic.skce())
        .isCloseTo(
            new Skce(kernel).unbiased(all.subset(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)), within(1e-12));
  }

  @Test
  void aKernelThatIsNotPositiveDefiniteHasNoCkce() {
    // Of the 2-Wasserstein distance of normals whose covariances do not commute.
    TensorKernel kernel =
        new TensorKernel(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 0.05, 2), new GaussianKernel(1));
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double angle = random.nextDouble() * Math.PI;
      double c = Math.cos(angle);
      double s = Math.sin(angle);
      double covariance = 99.99 * c * s;
      predictions.add(
          Normal.full(
              new double[] {0, 0},
              new double[][] {
                {100 * c * c + 0.01 * s * s, covariance}, {covariance, 100 * s * s + 0.01 * c * c}
              }));
      targets.add(Target.of(0, 0));
    }

    Quadratic quadratic =
        Quadratic.of(kernel, Observations.of(predictions, targets), N, 1).orElseThrow();

    assertThat(quadratic.skce()).isFinite();
    assertThat(quadratic.ckce()).isEmpty();
  }
}
