package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence of counts is a sum over all counts: no sampling is needed to see that it is valid. */
class CountRatiosTest {
  /** Nearer to 1, a sum from below has too few digits for a score. */
  private static final double NEAR_ONE = 1e-5;

  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private static Stream<Counts> counts() {
    return Stream.of(
        Counts.poisson(0),
        Counts.poisson(1e-4),
        Counts.poisson(0.05),
        Counts.poisson(3),
        Counts.poisson(200),
        Counts.poisson(5000),
        Counts.negativeBinomial(10, 0.3),
        Counts.of(0, 0.1, 0, 0.2, 0.3, 0.4));
  }

  /**
   * Labels taken at their word: the ratio of each interval is that of two probabilities. A beta
   * density is taken for constant on narrow intervals, where it bends upwards: its ratios are too
   * small there.
   */
  @ParameterizedTest
  @MethodSource("counts")
  void everyRatioHasTheMeanOne(Counts p) {
    for (double mean : meanRatios(p, LabelNoise.NONE)) {
      assertThat(mean).isBetween(1 - 1e-5, 1 + 1e-9);
    }
  }

  /**
   * Counts so far out that noise may explain them are put together, with the ratio of all that is
   * out there. Where they are a part of it only, a ratio that falls outwards is too large for them:
   * by less than a share of 1e-5 of labels can make.
   */
  @ParameterizedTest
  @MethodSource("counts")
  void everyRatioHasAtMostTheMeanOneWithNoise(Counts p) {
    for (double mean : meanRatios(p, LabelNoise.USUAL)) {
      assertThat(mean).isLessThan(1 + 1e-5);
    }
  }

  /** Its interval has no digits left: what it becomes is the ratio of two densities. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-14, 1e-15, 1.1e-16, 1e-16, 5e-17, 1e-17, 1e-30})
  void aCountBetweenTwoModesKeepsItsShareOfTheDensity(double least) {
    LocationScale map = new LocationScale(0.3, 1.5);
    for (double below : new double[] {0.5, 0.3, 0.7, 0.4999999}) {
      Counts p = Counts.of(0, below, least, 1 - below - least);
      Counts q = (Counts) map.recalibrate(p);
      double z = STANDARD.inverseCumulativeProbability(below);
      double density = STANDARD.density((z - 0.3) / 1.5) / 1.5 / STANDARD.density(z);

      assertThat(q.probability(1)).isCloseTo(least * density, withinPercentage(1e-5));
      assertThat(map.logRatio(p, Target.of(1))).isCloseTo(Math.log(density), within(1e-7));
      assertThat(q.probability(0))
          .isCloseTo(STANDARD.cumulativeProbability((z - 0.3) / 1.5), within(1e-14));
    }
  }

  private static List<Double> meanRatios(Counts p, LabelNoise noise) {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(1), noise);
    LogRatios ratios = grid.logRatios();
    double[] means = new double[grid.size()];
    for (double k = p.first(); k <= p.last(); k++) {
      if (p.probability(k) > 0) {
        assertThat(ratios.evaluate(p, Target.of(k))).isTrue();
        for (int i = 0; i < means.length; i++) {
          means[i] += p.probability(k) * Math.exp(ratios.get(i));
        }
      }
    }
    return Stream.iterate(0, i -> i < means.length, i -> i + 1).map(i -> means[i]).toList();
  }

  /** F becomes Φ((Φ⁻¹(F) − shift) / scale) at every count. */
  @ParameterizedTest
  @MethodSource("counts")
  void aMapMovesTheDistributionFunctionInNormalScores(Counts p) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    for (LocationScale map :
        List.of(
            new LocationScale(0.4, 1), new LocationScale(0, 0.6), new LocationScale(-0.3, 1.5))) {
      assertThat(LocationScale.suits(p)).isTrue();
      Counts moved = (Counts) map.recalibrate(p);

      Counts whole = p.reaching(1e-40);
      double before = 0;
      double after = 0;
      for (double k = moved.first(); k < p.last() && before < 1 - NEAR_ONE; k++) {
        before += whole.probability(k);
        after += moved.probability(k);
        double z = normal.inverseCumulativeProbability(before);
        double expected = normal.cumulativeProbability((z - map.shift()) / map.scale());
        if (k >= p.first()) {
          assertThat(after).as("%s at %s", p, k).isCloseTo(expected, within(1e-9));
        }
      }
    }
  }

  /** So a count that the law held all but impossible gets the probability that the map gives it. */
  @Test
  void aMapReachesCountsThatALawLeavesOut() {
    Counts p = Counts.poisson(1e-9);
    LocationScale map = new LocationScale(2, 4);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    // Of what is at least 3, all but 1e-9 is 3 itself.
    double z = normal.inverseSurvivalProbability(1e-27 / 6);
    double expected = normal.survivalProbability((z - map.shift()) / map.scale());

    Counts moved = (Counts) map.recalibrate(p);

    assertThat(p.last()).isLessThan(3);
    double sum = 0;
    for (double k = 3; k <= moved.last(); k++) {
      sum += moved.probability(k);
    }
    assertThat(sum / expected).isCloseTo(1, within(1e-6));
    Counts narrowed = (Counts) new LocationScale(0, 0.5).recalibrate(p);
    assertThat(narrowed.last()).isEqualTo(p.last());
  }

  @Test
  void aMapIsNotForCountsThatSpreadTooFarToBeGivenOneByOne() {
    Counts wide = Counts.poisson(1e6);

    assertThat(LocationScale.suits(wide)).isFalse();
    assertThatThrownBy(() -> new LocationScale(0.1, 1).recalibrate(wide))
        .hasMessageEndingWith(" counts; a map can be applied to 4096 at most");
  }
}
