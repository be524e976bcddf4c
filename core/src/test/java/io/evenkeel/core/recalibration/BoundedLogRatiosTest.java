package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What log-ratios are where a label cannot be taken at its word. */
class BoundedLogRatiosTest {
  private static final double BOUND = LabelNoise.USUAL.largestLogRatio();

  private static double[] ratios(PredictiveDistribution p, Target y) {
    RecalibrationGrid grid = RecalibrationGrid.of(p.space());
    LogRatios ratios = grid.logRatios();
    ratios.evaluate(p, y);
    double[] all = new double[grid.size()];
    Arrays.setAll(all, ratios::get);
    return all;
  }

  private static double largest(PredictiveDistribution p, Target y) {
    return Arrays.stream(ratios(p, y)).max().orElseThrow();
  }

  @Test
  void haveExpectationOneHoweverRareTheClass() {
    assertExpectationOne(Categorical.of(1e-300, 1 - 1e-16));
    assertExpectationOne(Categorical.of(1e-6, 1 - 1e-6));
    assertExpectationOne(Categorical.of(0, 0.00005, 0.02, 0.97995));
    double[] many = new double[40_000];
    Arrays.fill(many, 0.9 / (many.length - 1));
    many[0] = 0.1;
    assertExpectationOne(Categorical.of(many));
  }

  private static void assertExpectationOne(Categorical p) {
    RecalibrationGrid grid = RecalibrationGrid.of(p.space());
    LogRatios ratios = grid.logRatios();
    double[] expectations = new double[grid.size()];
    for (int y = 0; y < p.classes(); y += 1) {
      double count = y > 0 && p.classes() > 100 ? p.classes() - 1.0 : 1;
      ratios.evaluate(p, Target.ofClass(y));
      for (int i = 0; i < grid.size(); i++) {
        expectations[i] += count * p.probability(y) * Math.exp(ratios.get(i));
      }
      if (count > 1) {
        break; // all other classes are alike
      }
    }
    for (int i = 0; i < grid.size(); i++) {
      assertThat(expectations[i]).as(grid.get(i).describe()).isCloseTo(1, within(1e-10));
    }
  }

  /** By the midpoint rule between the farthest scores, and both tails as they count. */
  @Test
  void haveExpectationOneForOneNumber() {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(1));
    LogRatios ratios = grid.logRatios();
    Normal p = Normal.of(0, 1);
    double farthest = LabelNoise.USUAL.farthest();
    double[] expectations = new double[grid.size()];
    int steps = 4000;
    for (int k = 0; k < steps; k++) {
      double z = farthest * (2 * (k + 0.5) / steps - 1);
      ratios.evaluate(p, Target.of(z));
      double mass = 2 * farthest / steps * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
      for (int i = 0; i < grid.size(); i++) {
        expectations[i] += mass * Math.exp(ratios.get(i));
      }
    }
    for (double z : new double[] {-5, 6}) {
      ratios.evaluate(p, Target.of(z));
      for (int i = 0; i < grid.size(); i++) {
        expectations[i] += 0.5e-4 * Math.exp(ratios.get(i));
      }
    }
    for (int i = 0; i < grid.size(); i++) {
      assertThat(expectations[i]).as(grid.get(i).describe()).isCloseTo(1, within(1e-5));
    }
  }

  /** In polar coordinates: what the tail counts for is at most what the recalibration has there. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 50})
  void haveExpectationAtMostOneForSeveralNumbers(int d) {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(d));
    double radius = Math.sqrt(LabelNoise.USUAL.squaredRadius(d));
    LogRatios bounded = grid.logRatios();
    LogRatios plain = RecalibrationGrid.of(TargetSpace.reals(d), LabelNoise.NONE).logRatios();
    Normal p = standard(d);
    double[] gained = new double[grid.size()];
    int angles = 24;
    double allAngles = 0;
    for (int a = 0; a < angles; a++) {
      double angle = Math.PI * (a + 0.5) / angles;
      double share = Math.pow(Math.sin(angle), d - 2.0);
      allAngles += share;
      double step = 0.05;
      for (double r = radius + step / 2; r < radius + 8; r += step) {
        double[] z = at(d, r, angle);
        double mass = share * step * 2 * r * ChiSquaredDistribution.of(d).density(r * r);
        bounded.evaluate(p, Target.of(z));
        plain.evaluate(p, Target.of(z));
        for (int i = 0; i < grid.size(); i++) {
          gained[i] += mass * (Math.exp(bounded.get(i)) - Math.exp(plain.get(i)));
        }
      }
    }
    for (int i = 0; i < grid.size(); i++) {
      boolean sharpensAndShifts =
          grid.get(i) instanceof LocationScale of && of.shift() != 0 && of.scale() < 1;
      assertThat(gained[i] / allAngles)
          .as(grid.get(i).describe())
          .isLessThan(sharpensAndShifts ? 1e-6 : 1e-9);
    }
  }

  private static Normal standard(int d) {
    double[] variances = new double[d];
    Arrays.fill(variances, 1);
    return Normal.diagonal(new double[d], variances);
  }

  /** A residual of length r at an angle to the direction in which all coordinates are shifted. */
  private static double[] at(int d, double r, double angle) {
    double[] z = new double[d];
    double along = r * Math.cos(angle) / Math.sqrt(d);
    double across = r * Math.sin(angle);
    for (int i = 0; i < d; i++) {
      z[i] = along;
    }
    z[0] += across / Math.sqrt(2);
    z[1] -= across / Math.sqrt(2);
    return z;
  }

  @Test
  void areBoundedWhateverTheLabel() {
    assertThat(largest(Categorical.of(0, 1), Target.ofClass(0))).isBetween(4.0, BOUND);
    assertThat(largest(Normal.of(0, 1), Target.of(1e9))).isBetween(4.0, BOUND);
    assertThat(largest(Normal.of(0, 0), Target.of(1e-9))).isBetween(4.0, BOUND);
    assertThat(
            largest(
                Quantiles.of(new double[] {1e-12, 0.5, 1 - 1e-12}, new double[] {0, 1, 2}),
                Target.of(3)))
        .isBetween(4.0, BOUND);
    for (int d : new int[] {2, 10, 50}) {
      double[] one = new double[d];
      one[0] = -999;
      double[] all = new double[d];
      Arrays.fill(all, -999);
      Normal p = standard(d);
      assertThat(largest(p, Target.of(one))).isLessThanOrEqualTo(BOUND);
      assertThat(largest(p, Target.of(all))).isLessThanOrEqualTo(BOUND);
    }
  }

  @Test
  void takeZeroForNoWorseThanHardlyPossible() {
    assertThat(ratios(Categorical.of(0, 0.25, 0.75), Target.ofClass(0)))
        .containsExactly(
            ratios(Categorical.of(1e-12, 0.25, 0.75 - 1e-12), Target.ofClass(0)), within(1e-9));
    assertThat(ratios(Normal.of(0, 0), Target.of(1)))
        .containsExactly(ratios(Normal.of(0, 1e-12), Target.of(1)), within(1e-12));
  }

  @Test
  void areAsTheyAreOfLabelsThatCanBeTrusted() {
    Categorical p = Categorical.of(0.001, 0.299, 0.7);
    RecalibrationGrid grid = RecalibrationGrid.of(p.space());
    for (int y = 0; y < 3; y++) {
      double[] bounded = ratios(p, Target.ofClass(y));
      for (int i = 0; i < grid.size(); i++) {
        assertThat(bounded[i]).isCloseTo(grid.get(i).logRatio(p, Target.ofClass(y)), within(1e-12));
      }
    }
  }

  /** How fast the evidence for what is wrong grows, in relation to labels taken at their word. */
  @Test
  void tellFaultsAlmostAsFast() {
    for (double t : new double[] {0.6, 0.8, 1.25}) {
      for (int m : new int[] {2, 10}) {
        assertGrows(Stream.distorted(Stream.dirichlet(m, 0.5), Stream.temperature(t), m));
      }
      assertGrows(Stream.distorted(Stream.dirichlet(100, 0.01), Stream.temperature(t), 5));
    }
    assertGrows(Stream.distorted(Stream.normals(1), Stream.moved(0.2, 1), 1));
    for (int d : new int[] {1, 2, 10}) {
      assertGrows(Stream.distorted(Stream.normals(d), Stream.moved(0, 1.3), d));
      assertGrows(Stream.distorted(Stream.normals(d), Stream.moved(0, 1 / 1.3), d));
    }
    // Half of the predicted spread is found in ten labels, of which many are far out.
    assertThat(growth(Stream.distorted(Stream.normals(2), Stream.moved(0, 0.5), 2)))
        .isBetween(0.8, 0.9);
    for (double logOdds : new double[] {-1, -0.5, 0.5, 1}) {
      assertGrows(Stream.distorted(BoundedLogRatiosTest::rare, p -> shifted(p, logOdds), 1));
    }
  }

  private static PredictiveDistribution rare(UniformRandomProvider random) {
    double logit = -7 + 2 * ZigguratSampler.NormalizedGaussian.of(random).sample();
    return ofLogit(logit);
  }

  private static Categorical ofLogit(double logit) {
    return Categorical.of(1 / (1 + Math.exp(logit)), 1 / (1 + Math.exp(-logit)));
  }

  private static PredictiveDistribution shifted(PredictiveDistribution p, double logOdds) {
    double of = ((Categorical) p).probability(1);
    return ofLogit(Math.log(of / (1 - of)) + logOdds);
  }

  private static void assertGrows(Stream stream) {
    assertThat(growth(stream)).isGreaterThan(0.9);
  }

  private static double growth(Stream stream) {
    List<Observation> sample = stream.next(2000);
    TargetSpace space = sample.get(0).prediction().space();
    double bounded = best(RecalibrationGrid.of(space), sample);
    double plain = best(RecalibrationGrid.of(space, LabelNoise.NONE), sample);
    return bounded / plain;
  }

  private static double best(RecalibrationGrid grid, List<Observation> sample) {
    LogRatios ratios = grid.logRatios();
    double[] sums = new double[grid.size()];
    for (Observation o : sample) {
      ratios.evaluate(o.prediction(), o.target());
      for (int i = 0; i < sums.length; i++) {
        sums[i] += ratios.get(i) / sample.size();
      }
    }
    return Arrays.stream(sums).max().orElseThrow();
  }
}
