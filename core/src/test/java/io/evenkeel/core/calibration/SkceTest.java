package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkceTest {
  private static final int CLASSES = 3;

  /** A few units in the last place of numbers up to two. */
  private static final double ROUNDING = 1e-15;

  private final Skce skce =
      new Skce(
          new TensorKernel(
              new ExponentialKernel(Distance.EUCLIDEAN, 1.3, 1), new KroneckerKernel()));

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 17, 200})
  void isTheMeanOfTheResidualsOfAllPairs(int n) {
    Observations sample = sample(n, 1);
    double[][] h = skce.residuals(sample);
    double all = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += h[i][i];
      for (int j = 0; j < n; j++) {
        all += h[i][j];
      }
    }

    assertThat(skce.biased(sample)).isCloseTo(all / ((double) n * n), within(1e-15));
    assertThat(skce.unbiased(sample)).isCloseTo((all - trace) / (n * (n - 1.0)), within(1e-15));
    assertThat(skce.kce(sample)).isEqualTo(Math.sqrt(skce.biased(sample)));
  }

  /** More observations than fit one piece, so that pieces must join. */
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 1, 2})
  void givesThePlainResidualsByTheFastWay(double nu) {
    Observations sample = sample(ResidualRows.PIECE + 40, 11);
    TensorKernel kernel =
        new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 1.3, nu), new KroneckerKernel());
    double[][] h = new Skce(kernel).residuals(sample);
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      for (int j = 0; j <= i; j++) {
        double plain =
            kernel.residual(
                sample.prediction(i), sample.target(i), sample.prediction(j), sample.target(j));
        assertThat(h[i][j]).isCloseTo(plain, within(ROUNDING));
        assertThat(h[j][i]).isEqualTo(h[i][j]);
        sum += i == j ? 0 : 2 * plain;
      }
    }

    double n = sample.size();
    assertThat(new Skce(kernel).unbiased(sample)).isCloseTo(sum / (n * (n - 1)), within(1e-15));
  }

  /** More observations than fit one piece; widths of zero are point masses. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void givesThePlainResidualsOfNormalsByTheFastWay(int dimension) {
    int n = ResidualRows.PIECE + 40;
    Random random = new Random(12);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double[] variances = random.doubles(dimension).map(v -> v < 0.1 ? 0 : v * v).toArray();
      predictions.add(Normal.diagonal(random.doubles(dimension).toArray(), variances));
      targets.add(Target.of(random.doubles(dimension).map(y -> 3 * y - 1).toArray()));
    }
    Observations sample = Observations.of(predictions, targets);
    TensorKernel kernel =
        new TensorKernel(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 1.3, 1), new GaussianKernel(0.7));
    double[][] h = new Skce(kernel).residuals(sample);
    for (int i = 0; i < n; i += 7) {
      for (int j = 0; j < n; j++) {
        double plain =
            kernel.residual(predictions.get(i), targets.get(i), predictions.get(j), targets.get(j));
        assertThat(h[i][j]).isCloseTo(plain, within(2 * ROUNDING));
      }
    }
  }

  @Test
  void doesNotDependOnTheOrderOfTheObservations() {
    Observations sample = sample(150, 2);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(5));
    Observations shuffled =
        Observations.of(
            order.stream().map(sample::prediction).toList(),
            order.stream().map(sample::target).toList());

    assertThat(skce.biased(shuffled)).isCloseTo(skce.biased(sample), within(1e-15));
    assertThat(skce.unbiased(shuffled)).isCloseTo(skce.unbiased(sample), within(1e-15));
  }

  @Test
  void doesNotDependOnTheOrderOfTheClasses() {
    Observations sample = sample(40, 3);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      predictions.add(Categorical.of(p.probability(2), p.probability(0), p.probability(1)));
      targets.add(Target.ofClass((classOf(sample, i) + 1) % CLASSES));
    }
    Observations relabelled = Observations.of(predictions, targets);

    assertThat(skce.unbiased(relabelled)).isCloseTo(skce.unbiased(sample), within(1e-15));
  }

  @Test
  void givesTheSameBitsEachTime() {
    Observations sample = sample(400, 4);

    assertThat(skce.unbiased(sample)).isEqualTo(skce.unbiased(sample));
  }

  @Test
  void isNotNegativeWhenBiased() {
    for (int seed = 0; seed < 50; seed++) {
      assertThat(skce.biased(sample(5, seed))).isNotNegative();
    }
  }

  @Test
  void isTheUnbiasedEstimateWhenOneBlockHoldsAll() {
    Observations sample = sample(9, 6);

    assertThat(skce.block(9, sample)).isCloseTo(skce.unbiased(sample), within(1e-16));
  }

  @Test
  void leavesOutWhatDoesNotFillABlock() {
    Observations sample = sample(7, 7);
    Observations six =
        Observations.of(sample.predictions().subList(0, 6), sample.targets().subList(0, 6));

    assertThat(skce.blockEstimates(2, sample)).isEqualTo(skce.blockEstimates(2, six)).hasSize(3);
    assertThat(skce.blockEstimates(8, sample)).isEmpty();
    assertThat(skce.block(8, sample)).isNaN();
  }

  @Test
  void isNotDefinedForTooFewObservations() {
    assertThat(skce.biased(sample(0, 1))).isNaN();
    assertThat(skce.unbiased(sample(0, 1))).isNaN();
    assertThat(skce.unbiased(sample(1, 1))).isNaN();
    assertThat(skce.biased(sample(1, 1))).isNotNaN();
  }

  @Test
  void averagesToZeroForACalibratedModel() {
    int repetitions = 4000;
    double sum = 0;
    double squares = 0;
    for (int seed = 0; seed < repetitions; seed++) {
      double estimate = skce.unbiased(sample(8, 1000 + seed));
      sum += estimate;
      squares += estimate * estimate;
    }
    double standardError = Math.sqrt(squares) / repetitions;

    // 4 standard errors: a false alarm once in 16,000 seeds.
    assertThat(sum / repetitions).isCloseTo(0, within(4 * standardError));
  }

  @Test
  void rejectsBlocksOfOne() {
    assertThatThrownBy(() -> skce.block(1, sample(4, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 2, got 1");
  }

  private static int classOf(Observations sample, int i) {
    for (int k = 0; k < CLASSES; k++) {
      if (sample.target(i).equals(Target.ofClass(k))) {
        return k;
      }
    }
    throw new IllegalStateException("no class: " + sample.target(i));
  }

  /** A calibrated model: random predictions, targets drawn from them. */
  private static Observations sample(int n, long seed) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double a = random.nextDouble();
      double b = random.nextDouble() * (1 - a);
      predictions.add(Categorical.of(a, b, 1 - a - b));
      double u = random.nextDouble();
      targets.add(Target.ofClass(u < a ? 0 : u < a + b ? 1 : 2));
    }
    return Observations.of(predictions, targets);
  }
}
