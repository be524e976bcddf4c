package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RegressionSumsTest {
  private static final int MEMBERS = 20;

  private final SplittableRandom random = new SplittableRandom(3);

  private record Case(Ensemble p, double y) {}

  /** Ensembles around 280, and targets so far off in their spreads and in the unit. */
  private List<Case> cases(double sds, double units) {
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      double centre = 280 + 5 * random.nextGaussian();
      double sd = Math.exp(0.5 * random.nextGaussian());
      double[] members = new double[MEMBERS];
      for (int k = 0; k < MEMBERS; k++) {
        members[k] = centre + sd * random.nextGaussian();
      }
      double noise = random.nextGaussian();
      cases.add(new Case(Ensemble.of(members), centre + 1 + (sds * sd + units) * noise));
    }
    return cases;
  }

  private static double[] sums(List<Case> cases) {
    double[] sums = new double[RegressionSums.LENGTH];
    for (Case c : cases) {
      double[] one = RegressionSums.ofOne(c.p, (RealVector) Target.of(c.y), LabelNoise.USUAL);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += one[i];
      }
    }
    return sums;
  }

  @Test
  void aSpreadThatSaysNothingGetsAConstantVariance() {
    NormalRegression map = RegressionSums.of(sums(cases(0, 3))).fit().orElseThrow();

    assertThat(map.d()).isZero();
    // Of the target, and of the mean of the members.
    assertThat(map.c()).isCloseTo(9 + Math.exp(0.5) / MEMBERS, within(0.5));
    assertThat(map.a() + 280 * map.b()).isCloseTo(281, within(0.15));
  }

  @Test
  void aSpreadThatIsTooSmallGetsAFactor() {
    NormalRegression map = RegressionSums.of(sums(cases(2, 0))).fit().orElseThrow();

    assertThat(map.c()).isZero();
    // A mean over 1/s², which is large where s² happens to be small; and the shift by 1 is alike.
    assertThat(map.d()).isBetween(4.0, 5.5);
  }

  @Test
  void itsLogRatioIsThatOfTheDensities() {
    List<Case> cases = cases(1.5, 0);
    RegressionSums sums = RegressionSums.of(sums(cases));

    for (NormalRegression map :
        List.of(new NormalRegression(14.5, 0.95, 2, 0), new NormalRegression(1, 1, 0, 2))) {
      double expected = 0;
      for (Case c : cases) {
        double[] moments = NormalRegression.moments(c.p);
        double r = c.y - moments[0];
        double farthest = LabelNoise.USUAL.farthest();
        expected -= log(r, Math.max(moments[1], r * r / (farthest * farthest)));
        expected += log(c.y - map.a() - map.b() * moments[0], map.c() + map.d() * moments[1]);
      }
      assertThat(sums.logRatio(map)).isCloseTo(expected, within(1e-6 * Math.abs(expected)));
    }
  }

  private static double log(double residual, double variance) {
    return -(Math.log(variance) + residual * residual / variance) / 2;
  }

  @Test
  void whereANormalDistributionLosesTheShapeThereIsNoMap() {
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      double[] members = new double[MEMBERS];
      for (int k = 0; k < MEMBERS; k++) {
        members[k] = twoPeaks();
      }
      cases.add(new Case(Ensemble.of(members), twoPeaks() + 0.2));
    }

    assertThat(RegressionSums.of(sums(cases)).fit()).isEmpty();
  }

  private double twoPeaks() {
    return (random.nextBoolean() ? 2 : -2) + 0.3 * random.nextGaussian();
  }

  @Test
  void membersThatAreAllEqualGiveFiniteSums() {
    double[] same = sums(List.of(new Case(Ensemble.of(0, 0, 0), 0), new Case(Ensemble.of(5), 9)));

    assertThat(same).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
    assertThat(RegressionSums.of(same).fit()).isEmpty();
  }

  /** Half of their standard deviation has a square of 0. */
  @Test
  void membersThatAreNextToEqualGiveFiniteSums() {
    double[] same = sums(List.of(new Case(Ensemble.of(0, 3e-162), 0)));

    assertThat(same).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
  }
}
