package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
    List<double[]> members = List.of(new double[] {3, 1}, new double[] {1, 3}, new double[] {5, 4});

    UniformHistogram histogram = RankHistogram.of(members, new double[] {2, 7, 0}, 0.95, random);

    assertThat(histogram.counts()).containsExactly(1L, 1L, 1L);
  }

  @Test
  void ofRanksIsFlatAmongEqualNumbers() {
    int n = 9000;
    List<double[]> members = Collections.nCopies(n, new double[] {0, 0});

    UniformHistogram histogram = RankHistogram.of(members, new double[n], 0.999, random);

    assertThat(histogram.counts()).allMatch(count -> histogram.band().contains(count));
  }

  @Test
  void ofRanksRefusesEnsemblesOfDifferentSizes() {
    List<double[]> members = List.of(new double[] {1, 2}, new double[] {1});

    assertThatThrownBy(() -> RankHistogram.of(members, new double[] {0, 0}, 0.95, random))
        .hasMessageContaining("ensemble 1");
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
