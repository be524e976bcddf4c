package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class HistogramTest {
  /** Half of its mass sits on 0, as that of a forecast of rain. */
  private static final PredictiveDistribution RAIN =
      Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 0), Normal.of(3, 1)));

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);

  @Test
  void ofTransformsIsFlatIfCalibratedEvenWhereAPointMassIsHit() {
    int n = 20_000;
    List<PredictiveDistribution> predictions = Collections.nCopies(n, RAIN);

    UniformHistogram histogram = PitHistogram.of(drawn(predictions), 10, 0.999, random);

    assertThat(histogram.n()).isEqualTo(n);
    assertThat(histogram.expected()).isEqualTo(2000);
    assertThat(histogram.counts()).allMatch(count -> histogram.band().contains(count));
  }

  @Test
  void ofTransformsIsHighAtTheEndsIfPredictionsAreTooNarrow() {
    List<PredictiveDistribution> wide = Collections.nCopies(2000, Normal.of(0, 2));
    List<PredictiveDistribution> narrow = Collections.nCopies(2000, Normal.of(0, 1));

    UniformHistogram histogram =
        PitHistogram.of(Observations.of(narrow, drawn(wide).targets()), 10, 0.999, random);

    assertThat((double) histogram.counts().get(0)).isGreaterThan(histogram.band().upper());
    assertThat((double) histogram.counts().get(9)).isGreaterThan(histogram.band().upper());
    assertThat((double) histogram.counts().get(4)).isLessThan(histogram.band().lower());
  }

  @Test
  void hasTheBandOfOneBinomialCount() {
    UniformHistogram histogram = UniformHistogram.of(new long[] {40, 30, 20, 10}, 0.95);
    BinomialDistribution law = BinomialDistribution.of(100, 0.25);

    double lower = histogram.band().lower();
    double upper = histogram.band().upper();
    assertThat(law.probability((int) lower - 1, (int) upper)).isGreaterThanOrEqualTo(0.95);
    assertThat(law.cumulativeProbability((int) lower - 1)).isLessThan(0.025);
    assertThat(law.survivalProbability((int) upper)).isLessThanOrEqualTo(0.025);
  }

  @Test
  void ofRanksCountsHowManyMembersLieBelow() {
    Observations sample =
        Observations.of(
            List.of(Ensemble.of(3, 1), Ensemble.of(1, 3), Ensemble.of(5, 4)),
            List.of(Target.of(2), Target.of(7), Target.of(0)));

    UniformHistogram histogram = RankHistogram.of(sample, 0.95, random);

    assertThat(histogram.counts()).containsExactly(1L, 1L, 1L);
  }

  @Test
  void ofRanksIsFlatAmongEqualNumbersAndSoIsThatOfTransforms() {
    int n = 9000;
    Observations sample =
        Observations.of(
            Collections.nCopies(n, Ensemble.of(0, 0)), Collections.nCopies(n, Target.of(0)));

    for (UniformHistogram histogram :
        List.of(
            RankHistogram.of(sample, 0.999, random), PitHistogram.of(sample, 3, 0.999, random))) {
      assertThat(histogram.counts()).hasSize(3);
      assertThat(histogram.counts()).allMatch(count -> histogram.band().contains(count));
    }
  }

  /** The cells of the transform are the ranks where there are as many cells as ranks. */
  @Test
  void ofTransformsOfEnsemblesIsThatOfTheirRanks() {
    List<PredictiveDistribution> ensembles = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ensembles.add(Ensemble.of(random.nextDouble(), random.nextDouble(), random.nextDouble()));
      targets.add(Target.of(random.nextDouble()));
    }
    Observations sample = Observations.of(ensembles, targets);

    assertThat(PitHistogram.of(sample, 4, 0.95, random).counts())
        .isEqualTo(RankHistogram.of(sample, 0.95, random).counts());
  }

  @Test
  void ofRanksRefusesEnsemblesOfDifferentSizesAndOtherPredictions() {
    List<Target> targets = List.of(Target.of(0), Target.of(0));
    Observations sizes = Observations.of(List.of(Ensemble.of(1, 2), Ensemble.of(1)), targets);
    Observations normals = Observations.of(List.of(RAIN, RAIN), targets);

    assertThatThrownBy(() -> RankHistogram.of(sizes, 0.95, random))
        .hasMessageContaining("ensemble 1");
    assertThatThrownBy(() -> RankHistogram.of(normals, 0.95, random))
        .hasMessageContaining("needs ensembles");
  }

  @Test
  void energyScoreOfAnEnsembleIsByDefinition() {
    Ensemble p = Ensemble.of(new double[][] {{0, 0}, {3, 4}});

    // Distances 0 and 5 to the target, and of the pairs 0, 5, 5, 0.
    assertThat(EnergyScore.of(p, vector(0, 0))).isEqualTo(2.5 - 2.5 / 2);
    assertThat(EnergyScore.of(Ensemble.of(1, 2, 4), vector(3)))
        .isCloseTo(Crps.of(Ensemble.of(1, 2, 4), vector(3)), within(1e-15));
  }

  @Test
  void energyScoreOfOneNumberIsTheRankedScoreAndOfIndependentOnesFollowsFromChiLaws() {
    TargetSampler sampler = new TargetSampler(random);
    Normal p = Normal.diagonal(new double[2], new double[] {1, 1});

    assertThat(EnergyScore.of(Normal.of(0, 1), vector(1), 2, sampler))
        .isEqualTo(Crps.of(Normal.of(0, 1), vector(1)));
    RunningMean scores = new RunningMean();
    for (int repetition = 0; repetition < 500; repetition++) {
      scores.add(EnergyScore.of(p, vector(0, 0), 50, sampler));
    }
    // E‖X‖ = √(π/2) for two standard normals, and √2 times that for their difference.
    double exact = Math.sqrt(Math.PI / 2) * (1 - Math.sqrt(0.5));
    assertThat(scores.mean()).isCloseTo(exact, within(4 * scores.standardError()));
    assertThat(scores.standardError()).isLessThan(0.01);
  }

  private static RealVector vector(double... values) {
    return (RealVector) Target.of(values);
  }

  private Observations drawn(List<PredictiveDistribution> predictions) {
    TargetSampler sampler = new TargetSampler(random);
    List<Target> targets = new ArrayList<>();
    predictions.forEach(p -> targets.add(sampler.draw(p)));
    return Observations.of(predictions, targets);
  }
}
