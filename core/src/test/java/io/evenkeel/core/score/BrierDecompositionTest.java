package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class BrierDecompositionTest {
  private static final double[] PREDICTED = {0.2, 0.5, 0.8};
  private static final double[] TRUE = {0.3, 0.5, 0.6};

  @Test
  void sumsToTheBrierScoreOfPredictionsThatAreEqualWithinBins() {
    List<ReliabilityBin> bins =
        List.of(
            new ReliabilityBin(0, 0.5, 4, 0.25, 0.5),
            new ReliabilityBin(0.5, 0.6, 0, Double.NaN, Double.NaN),
            new ReliabilityBin(0.6, 1, 6, 0.75, 1));
    double brier = (2 * 0.75 * 0.75 + 2 * 0.25 * 0.25 + 6 * 0.25 * 0.25) / 10;

    BrierDecomposition plain = BrierDecomposition.of(bins);
    BrierDecomposition debiased = BrierDecomposition.debiased(bins);

    assertThat(plain.n()).isEqualTo(10);
    assertThat(plain.reliability()).isCloseTo(0.0625, within(1e-15));
    assertThat(plain.uncertainty()).isCloseTo(0.16, within(1e-15));
    assertThat(plain.score()).isCloseTo(brier, within(1e-15));
    assertThat(debiased.score()).isCloseTo(brier, within(1e-15));
    assertThat(plain.refinement()).isCloseTo(brier - 0.0625, within(1e-15));
  }

  @Test
  void isUndefinedWithoutPredictions() {
    assertThat(BrierDecomposition.of(List.of()).reliability()).isNaN();
    assertThat(BrierDecomposition.debiased(List.of()).score()).isNaN();
  }

  @Test
  void ofOnePredictionIsItsScore() {
    List<ReliabilityBin> one = List.of(new ReliabilityBin(0, 1, 1, 0.75, 1));

    assertThat(BrierDecomposition.debiased(one).reliability()).isEqualTo(0.0625);
    assertThat(BrierDecomposition.debiased(one).uncertainty()).isZero();
  }

  /** Means over samples of 30 against the truth; the plain parts are farther off. */
  @Test
  void debiasedPartsAreRightOnAverage() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    RunningMean[] debiased = {new RunningMean(), new RunningMean(), new RunningMean()};
    RunningMean plainReliability = new RunningMean();
    for (int repetition = 0; repetition < 20_000; repetition++) {
      List<ReliabilityBin> bins = sample(30, random);
      BrierDecomposition d = BrierDecomposition.debiased(bins);
      debiased[0].add(d.reliability());
      debiased[1].add(d.resolution());
      debiased[2].add(d.uncertainty());
      plainReliability.add(BrierDecomposition.of(bins).reliability());
    }

    double mean = (TRUE[0] + TRUE[1] + TRUE[2]) / 3;
    double reliability = 0;
    double resolution = 0;
    for (int k = 0; k < 3; k++) {
      reliability += (PREDICTED[k] - TRUE[k]) * (PREDICTED[k] - TRUE[k]) / 3;
      resolution += (TRUE[k] - mean) * (TRUE[k] - mean) / 3;
    }
    assertThat(debiased[0].interval(0.9999).contains(reliability)).isTrue();
    assertThat(debiased[1].interval(0.9999).contains(resolution)).isTrue();
    assertThat(debiased[2].interval(0.9999).contains(mean * (1 - mean))).isTrue();
    assertThat(plainReliability.interval(0.9999).lower()).isGreaterThan(reliability);
  }

  private static List<ReliabilityBin> sample(int n, UniformRandomProvider random) {
    int[] counts = new int[3];
    int[] hits = new int[3];
    for (int i = 0; i < n; i++) {
      int k = random.nextInt(3);
      counts[k]++;
      hits[k] += random.nextDouble() < TRUE[k] ? 1 : 0;
    }
    List<ReliabilityBin> bins = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      bins.add(
          new ReliabilityBin(
              k / 3.0, (k + 1) / 3.0, counts[k], PREDICTED[k], (double) hits[k] / counts[k]));
    }
    return bins;
  }
}
