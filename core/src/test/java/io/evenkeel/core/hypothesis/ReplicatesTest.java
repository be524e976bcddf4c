package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replicates, made many at once by blocks, against sums over all pairs of the whole matrix. */
class ReplicatesTest {
  /** More observations than a piece of a row holds. */
  private static final int N = 530;

  private static final int REPLICATES = 5;

  private record Case(TensorKernel kernel, Stream.Law law) {
    private Observations sample() {
      List<Observation> sample = Stream.calibrated(law, 3).next(N);
      return Observations.of(
          sample.stream().map(Observation::prediction).toList(),
          sample.stream().map(Observation::target).toList());
    }
  }

  /** Classes, normals, and a kernel that knows no short cut. */
  private static List<Case> cases() {
    ExponentialKernel wasserstein = new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1);
    return List.of(
        new Case(
            new TensorKernel(
                new ExponentialKernel(Distance.EUCLIDEAN, 1.5, 1), new KroneckerKernel()),
            Stream.dirichlet(4, 0.5)),
        new Case(
            new TensorKernel(
                new ExponentialKernel(Distance.TOTAL_VARIATION, 1.5, 1), new KroneckerKernel()),
            Stream.dirichlet(4, 0.5)),
        new Case(new TensorKernel(wasserstein, new GaussianKernel(0.5)), Stream.normals(2)),
        new Case(new TensorKernel(wasserstein, new LaplacianKernel(0.5)), Stream.normals(1)));
  }

  private static UniformRandomProvider random() {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(17);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void weighAllPairsByTheirMultipliers(Case of) {
    Observations sample = of.sample();
    double[][] h = new Skce(of.kernel).residuals(sample);
    UniformRandomProvider random = random();
    double[][] e = new double[N][REPLICATES];
    for (double[] row : e) {
      for (int r = 0; r < REPLICATES; r++) {
        row[r] = random.nextDouble() - 0.3;
      }
    }

    Replicates replicates = new DegenerateUStatistic(of.kernel, sample).wildBootstrap(e);

    for (int r = 0; r < REPLICATES; r++) {
      double sum = 0;
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          sum += i == j ? 0 : e[i][r] * e[j][r] * h[i][j];
        }
      }
      assertThat(replicates.values()[r]).isCloseTo(sum / (N - 1), within(1e-12));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void weighAllPairsBySignsThatAreAGroup(Case of) {
    Observations sample = of.sample();
    WalshSigns signs = WalshSigns.random(N, 1000, random());
    double[][] e = new double[N][signs.size() - 1];
    for (int i = 0; i < N; i++) {
      for (int r = 1; r < signs.size(); r++) {
        e[i][r - 1] = signs.sign(r, i);
      }
    }
    DegenerateUStatistic statistic = new DegenerateUStatistic(of.kernel, sample);

    Replicates replicates = statistic.wildBootstrap(1000, random());

    Replicates expected = statistic.wildBootstrap(e);
    assertThat(replicates.statistic()).isCloseTo(expected.statistic(), within(1e-12));
    assertThat(replicates.values()).hasSize(1023).containsExactly(expected.values(), within(1e-12));
  }

  @Test
  void drawSignsOfWhichNoTwoObservationsHaveTheSame() {
    WalshSigns signs = WalshSigns.random(5, 8, random());

    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < i; j++) {
        int product = 0;
        for (int r = 0; r < signs.size(); r++) {
          product += signs.sign(r, i) * signs.sign(r, j);
        }
        assertThat(product).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void resampleTheCentredMatrix(Case of) {
    Observations sample = of.sample();
    double[][] h = new Skce(of.kernel).residuals(sample);
    double[] means = new double[N];
    double grand = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        means[i] += h[i][j] / N;
      }
      grand += means[i] / N;
    }
    UniformRandomProvider random = random();
    int[][] resamples = new int[REPLICATES][];
    for (int r = 0; r < REPLICATES; r++) {
      resamples[r] = random.ints(N, 0, N).toArray();
    }

    Replicates replicates = new DegenerateUStatistic(of.kernel, sample).bootstrap(resamples);

    for (int r = 0; r < REPLICATES; r++) {
      double sum = 0;
      for (int a = 0; a < N; a++) {
        for (int b = 0; b < N; b++) {
          int i = resamples[r][a];
          int j = resamples[r][b];
          sum += a == b ? 0 : h[i][j] - means[i] - means[j] + grand;
        }
      }
      assertThat(replicates.values()[r]).isCloseTo(sum / (N - 1), within(1e-11));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void areTheStatisticOfRedrawnTargets(Case of) {
    Observations sample = of.sample();
    TargetSampler sampler = new TargetSampler(random());
    List<List<Target>> redrawn = new ArrayList<>();
    for (int r = 0; r < REPLICATES; r++) {
      redrawn.add(sample.predictions().stream().map(sampler::draw).toList());
    }

    Replicates replicates = new RedrawnTargets(of.kernel, sample).replicates(redrawn);

    Skce skce = new Skce(of.kernel);
    assertThat(replicates.statistic()).isCloseTo(N * skce.unbiased(sample), within(1e-12));
    for (int r = 0; r < REPLICATES; r++) {
      double expected = N * skce.unbiased(sample.withTargets(redrawn.get(r)));
      assertThat(replicates.values()[r]).isCloseTo(expected, within(1e-12));
    }
  }

  @Test
  void countTheStatisticItselfAsOneOfThem() {
    Replicates replicates = new Replicates(2, new double[] {1, 0});

    assertThat(replicates.pValue()).isEqualTo(1.0 / 3);
  }
}
