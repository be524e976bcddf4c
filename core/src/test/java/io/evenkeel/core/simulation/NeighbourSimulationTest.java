package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.AlikePairs;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.NeighbourTest;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often windows are said to hold neighbours that depend on each other: of targets that are
 * independent given their predictions, right or wrong, and of targets that are not.
 */
@Tag("simulation")
class NeighbourSimulationTest {
  private static final int RUNS = 400;
  private static final int SAMPLE = 128;
  private static final int SEED = 70_000_000;
  private static final double ALPHA = 0.01;

  /** Three standard errors above α. */
  private static final double BAR = ALPHA + 3 * Math.sqrt(ALPHA / RUNS);

  private static final int[] SIZES = {100, 1000};
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final Table TABLE =
      new Table("neighbours", "predictions", "fault", "targets", "n", "depend", "block2", "cme");

  /** What is predicted, from a standard normal x: in log-odds, or the mean of a normal. */
  private enum Law {
    BINARY(0, 1.5),
    RARE(-4, 1),
    NORMAL(0, 1);

    private final double location;
    private final double scale;

    Law(double location, double scale) {
      this.location = location;
      this.scale = scale;
    }

    PredictiveDistribution prediction(double x) {
      double z = location + scale * x;
      return this == NORMAL ? Normal.of(z, 1) : binary(z);
    }

    /** The target at the quantile u, where the model is wrong by a fault. */
    Target target(Fault fault, double x, double u) {
      double z = fault.truth(location + scale * x, x);
      return this == NORMAL
          ? Target.of(z + STANDARD.inverseCumulativeProbability(u))
          : Target.ofClass(u < 1 / (1 + Math.exp(-z)) ? 1 : 0);
    }

    TargetSpace space() {
      return this == NORMAL ? TargetSpace.reals(1) : TargetSpace.classes(2);
    }

    private static Categorical binary(double logit) {
      double p = 1 / (1 + Math.exp(-logit));
      return Categorical.of(1 - p, p);
    }
  }

  /** How the truth differs from a prediction. */
  private enum Fault {
    NONE,
    SHIFTED,
    TEMPERATURE,
    ROUGH;

    double truth(double z, double x) {
      return switch (this) {
        case NONE -> z;
        case SHIFTED -> z + 1;
        case TEMPERATURE -> z / 3;
        case ROUGH -> z + Math.signum(Math.sin(4 * x));
      };
    }
  }

  /**
   * A stream.
   *
   * @param cases autoregression of predictions
   * @param targets autoregression of targets, given the predictions
   * @param rows that share their prediction, and their outcome
   */
  private record Case(Law law, Fault fault, double cases, double targets, int rows) {

    static Case independent(Law law, Fault fault, double cases) {
      return new Case(law, fault, cases, 0, 1);
    }

    List<Observation> next(int n, UniformRandomProvider random) {
      ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
      List<Observation> window = new ArrayList<>();
      double x = normal.sample();
      double e = normal.sample();
      for (int i = 0; i < n; i++) {
        if (i % rows == 0) {
          x = cases * x + Math.sqrt(1 - cases * cases) * normal.sample();
          e = targets * e + Math.sqrt(1 - targets * targets) * normal.sample();
        }
        double u = STANDARD.cumulativeProbability(e);
        window.add(new Observation(law.prediction(x), law.target(fault, x, u)));
      }
      return window;
    }

    /** Whether neighbours are said to depend, and whether the tests reject calibration. */
    double[] run(int n, int run) {
      UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED + run);
      Profile profile =
          ProfileLearner.learn(
              1,
              new Case(law, Fault.NONE, 0, 0, 1)
                  .next(256, random).stream().map(Observation::prediction).toList(),
              32,
              run);
      List<Observation> window = next(n, random);
      Sketch sketch = SketchPlan.of(law.space(), profile).empty();
      Sketches.addAll(sketch, window);
      int[] drawn = PermutationSampler.natural(n);
      PermutationSampler.shuffle(random, drawn);
      List<Observation> sample = Arrays.stream(drawn).limit(SAMPLE).mapToObj(window::get).toList();
      Observations observations =
          Observations.of(
              sample.stream().map(Observation::prediction).toList(),
              sample.stream().map(Observation::target).toList());
      var block = sketch.blockSkce().orElseThrow();
      AlikePairs alike = AlikePairs.of(profile.kernel(), observations);
      return new double[] {
        NeighbourTest.test(block, alike).rejects(ALPHA) ? 1 : 0,
        BlockSkceTest.withDefaults().test(block).rejects(ALPHA) ? 1 : 0,
        CmeTest.withDefaults().test(sketch.cme().orElseThrow()).rejects(ALPHA) ? 1 : 0
      };
    }

    double depend(int n) {
      double[][] all =
          IntStream.range(0, RUNS).parallel().mapToObj(run -> run(n, run)).toArray(double[][]::new);
      double[] shares = new double[3];
      for (double[] one : all) {
        for (int k = 0; k < shares.length; k++) {
          shares[k] += one[k] / RUNS;
        }
      }
      TABLE.add(
          law + (cases > 0 ? " AR " + cases : ""),
          fault,
          rows > 1 ? rows + " rows" : targets > 0 ? "AR " + targets : "independent",
          n,
          shares[0],
          shares[1],
          shares[2]);
      return shares[0];
    }
  }

  @Test
  void independentTargetsAreSeldomSaidToDepend() {
    for (Law law : Law.values()) {
      for (Fault fault : Fault.values()) {
        for (double cases : new double[] {0, 0.99}) {
          for (int n : SIZES) {
            Case independent = Case.independent(law, fault, cases);
            assertThat(independent.depend(n)).as(independent + ", n = " + n).isLessThan(BAR);
          }
        }
      }
    }
  }

  /** Four rows with one outcome, and outcomes that follow each other. */
  @Test
  void targetsThatDependAreFound() {
    for (Law law : List.of(Law.BINARY, Law.NORMAL)) {
      for (int n : SIZES) {
        double shared = new Case(law, Fault.NONE, 0, 0, 4).depend(n);
        assertThat(shared).as(law + ", n = " + n).isGreaterThan(0.8);
        for (double targets : new double[] {0.5, 0.9}) {
          new Case(law, Fault.NONE, 0, targets, 1).depend(n);
          double alike = new Case(law, Fault.NONE, 0.99, targets, 1).depend(n);
          assertThat(alike).as(law + ", n = " + n).isGreaterThan(n < 1000 ? 0.05 : 0.8);
        }
      }
    }
  }
}
