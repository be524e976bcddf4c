package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether a window gains from a third test: how often the CME test and block-2 reject, by the
 * smaller p-value times two, and how often they do together with the quadratic test of a sample of
 * 128 labels, by the smallest times three.
 */
@Tag("simulation")
class SampledTestSimulationTest {
  private static final int RUNS = 400;
  private static final int SAMPLE = 128;
  private static final int SEED = 60_000_000;
  private static final double ALPHA = 0.05;
  private static final SkceTest QUADRATIC =
      SkceTest.withDefaults().with(SkceTest.Method.WILD_BOOTSTRAP);

  private final Table table =
      new Table("sampled_test", "law", "n", "two tests", "with the quadratic", "quadratic alone");

  /** The p-values of one window: of the CME test, of block 2, of the quadratic test. */
  private static double[] pValues(
      Setting setting, UnaryOperator<PredictiveDistribution> model, int n, int run) {
    Stream stream = Stream.distorted(setting.law(), model, SEED + run);
    Profile profile = ProfileLearner.learn(1, stream.predictions(256), 32, run);
    List<Observation> window = stream.next(n);
    Sketch sketch = SketchPlan.of(profile.space(), profile).empty();
    Sketches.addAll(sketch, window);
    List<Observation> sample = window.subList(0, SAMPLE);
    Observations observations =
        Observations.of(
            sample.stream().map(Observation::prediction).toList(),
            sample.stream().map(Observation::target).toList());
    return new double[] {
      CmeTest.withDefaults().test(sketch.cme().orElseThrow()).pValue(),
      BlockSkceTest.withDefaults().test(sketch.blockSkce().orElseThrow()).pValue(),
      QUADRATIC
          .test(profile.kernel(), observations, RandomSource.XO_RO_SHI_RO_128_PP.create(run))
          .pValue()
    };
  }

  /** How often two tests reject, three tests, and the third alone. */
  private double[] shares(
      String law, Setting setting, UnaryOperator<PredictiveDistribution> model, int n) {
    double[][] all =
        IntStream.range(0, RUNS)
            .parallel()
            .mapToObj(run -> pValues(setting, model, n, run))
            .toArray(double[][]::new);
    double[] shares = new double[3];
    for (double[] p : all) {
      double two = Math.min(p[0], p[1]);
      shares[0] += 2 * two <= ALPHA ? 1.0 / RUNS : 0;
      shares[1] += 3 * Math.min(two, p[2]) <= ALPHA ? 1.0 / RUNS : 0;
      shares[2] += p[2] <= ALPHA ? 1.0 / RUNS : 0;
    }
    table.add(law, n, shares[0], shares[1], shares[2]);
    return shares;
  }

  @Test
  void theQuadraticTestOfASampleKeepsItsLevelAndTakesMorePowerThanItAdds() {
    Setting classes = Setting.classes(10);
    Setting normals = Setting.normals(1);
    for (int n : new int[] {SAMPLE, 500}) {
      double[] ofClasses = shares("10 classes", classes, UnaryOperator.identity(), n);
      double[] ofNormals = shares("normal", normals, UnaryOperator.identity(), n);
      // Three standard errors of a share of 0.05.
      assertThat(ofClasses[2]).isLessThan(0.083);
      assertThat(ofNormals[2]).isLessThan(0.083);
      double gain =
          gain("temperature 0.8", classes, Stream.temperature(0.8), n)
              + gain("temperature 0.5", classes, Stream.temperature(0.5), n)
              + gain("location 0.2", normals, Stream.moved(0.2, 1), n)
              + gain("scale 1.3", normals, Stream.moved(0, 1 / 1.3), n);
      assertThat(gain).isNegative();
    }
  }

  /** By how much the third test adds to the power of the others. */
  private double gain(
      String law, Setting setting, UnaryOperator<PredictiveDistribution> model, int n) {
    double[] shares = shares(law, setting, model, n);
    return shares[1] - shares[0];
  }
}
