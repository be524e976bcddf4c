package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.NoiseMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NoiseTiltTest {
  private static final NoiseTilts TILTS = new NoiseTilts(TargetSpace.classes(3));
  private static final double[] P = {0.7, 0.299, 0.001};

  private static Sketch sketch(int... labels) {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    for (int label : labels) {
      sketch.add(Categorical.of(P), Target.ofClass(label));
    }
    return sketch;
  }

  private static List<NoiseTilt> tilts() {
    List<NoiseTilt> tilts = new ArrayList<>();
    for (int i = 0; i < NoiseMoments.atRandom().length; i++) {
      tilts.add(NoiseTilt.atRandom(i));
    }
    for (int i = 0; i < NoiseMoments.intoClass(3).length; i++) {
      for (int k = 0; k < 3; k++) {
        tilts.add(NoiseTilt.intoClass(3, i, k));
      }
    }
    return tilts;
  }

  @Test
  void isTheRatioOfNoisyToFlooredProbabilities() {
    double floored = (1 - 1e-4) * 0.001 + 1e-4 / 3;

    assertThat(NoiseTilt.atRandom(2).logRatio(sketch(2)))
        .isCloseTo(Math.log((0.94 * floored + 0.02) / floored), within(1e-13));
    assertThat(NoiseTilt.intoClass(3, 1, 2).logRatio(sketch(2, 0, 2)))
        .isCloseTo(2 * Math.log((0.99 * floored + 0.01) / floored) + Math.log(0.99), within(1e-13));
    assertThat(TILTS.cost(sketch(2, 0, 2))).isCloseTo(-3 * Math.log(1 - 1e-4), within(1e-13));
  }

  /** Summed over all labels: whatever was predicted, however small. */
  @Test
  void hasExpectationAtMostOneIfCalibrated() {
    for (NoiseTilt tilt : tilts()) {
      double mean = 0;
      for (int label = 0; label < 3; label++) {
        mean += P[label] * Math.exp(tilt.logRatio(sketch(label)) - TILTS.cost(sketch(label)));
      }
      assertThat(mean).as(tilt.describe()).isBetween(0.99, 1.0);
    }
  }

  @Test
  void knowsItsOwnShareFromItsSums() {
    for (NoiseTilt tilt : tilts()) {
      double[] sums = tilt.sums(sketch(2, 0, 1, 2)).orElseThrow();

      double expected = tilt.logRatio(sketch(2, 0, 1, 2));
      assertThat(tilt.logRatio(tilt.found(), sums)).isCloseTo(expected, within(1e-9));
    }
  }

  /** Predictions and labels that are calibrated, but for a share e of noise. */
  private static final class Noisy {
    private final Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    private final List<Double> ratios = new ArrayList<>();
    private final int into;

    /** The noise is of class into, or of any class if that is negative. */
    Noisy(double e, int into, long seed) {
      this.into = into;
      Random random = new Random(seed);
      for (int i = 0; i < 2000; i++) {
        double rare = Math.pow(10, -4 * random.nextDouble());
        double[] p = {1 - 0.9 * rare, 0.8 * rare, 0.1 * rare};
        boolean isNoise = random.nextDouble() < e;
        double u = random.nextDouble();
        int predicted = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
        int label = !isNoise ? predicted : into < 0 ? random.nextInt(3) : into;
        sketch.add(Categorical.of(p), Target.ofClass(label));
        double floored = (1 - 1e-4) * p[label] + 1e-4 / 3;
        double noise = into < 0 ? 1 / 3.0 : label == into ? 1 : 0;
        ratios.add(noise / floored);
      }
    }

    double logRatio(double share) {
      return ratios.stream().mapToDouble(ratio -> Math.log(1 - share + share * ratio)).sum();
    }

    NoiseTilt tilt() {
      return into < 0 ? NoiseTilt.atRandom(3) : NoiseTilt.intoClass(3, 2, into);
    }
  }

  /** At shares that no sums are kept of, where there is that noise and where there is none. */
  @Test
  void boundsWhatItDoesNotKnow() {
    for (double e : new double[] {0, 0.002, 0.007, 0.03}) {
      for (int into = -1; into < 3; into++) {
        Noisy of = new Noisy(e, into, 7);
        NoiseTilt tilt = of.tilt();
        double[] sums = tilt.sums(of.sketch).orElseThrow();
        double largest = into < 0 ? 0.2 : 0.05;
        for (double x : tilt.parts()) {
          double truth = of.logRatio(x * largest);
          assertThat(tilt.logRatioAtMost(x, sums)).isGreaterThanOrEqualTo(truth - 1e-9);
          assertThat(tilt.logRatio(x, sums)).isLessThanOrEqualTo(tilt.logRatioAtMost(x, sums));
        }
      }
    }
  }

  @Test
  void isExactAtAllSharesWhereAllLabelsHadTheSameProbability() {
    NoiseTilt tilt = NoiseTilt.intoClass(3, 0, 2);
    double[] sums = tilt.sums(sketch(2, 0, 2, 0, 0)).orElseThrow();
    double floored = (1 - 1e-4) * 0.001 + 1e-4 / 3;

    for (double x : tilt.parts()) {
      double e = 0.05 * x;
      double truth = 2 * Math.log(1 - e + e / floored) + 3 * Math.log(1 - e);
      assertThat(tilt.logRatio(x, sums)).isCloseTo(truth, within(1e-6));
    }
  }

  @Test
  void triesSharesFromHalfOfTheSmallestToTheLargest() {
    assertThat(NoiseTilt.atRandom(0).parts()[0]).isCloseTo(0.005 / 0.2, within(1e-12));
    assertThat(NoiseTilt.intoClass(3, 0, 1).parts()).isSorted().endsWith(1);
    assertThat(NoiseTilt.intoClass(3, 0, 1).found()).isEqualTo(0.003 / 0.05);
  }

  /** The e-process for its end bets against some part of it: it only loses where there is more. */
  @Test
  void losesWhereTheNoiseIsMoreThanThePart() {
    assertLoses(NoiseTilt.atRandom(0), 0.2, new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0});
    for (int k = 0; k < 3; k++) {
      double[] noise = new double[3];
      noise[k] = 1;
      assertLoses(NoiseTilt.intoClass(3, 1, k), 0.05, noise);
    }
  }

  private static void assertLoses(NoiseTilt tilt, double largest, double[] noise) {
    for (double part : tilt.parts()) {
      for (double truth : tilt.parts()) {
        if (truth < part) {
          continue;
        }
        double mean = 0;
        for (int label = 0; label < 3; label++) {
          double floored = (1 - 1e-4) * P[label] + 1e-4 / 3;
          double e = truth * largest;
          double[] sums = tilt.sums(sketch(label)).orElseThrow();
          mean +=
              ((1 - e) * floored + e * noise[label]) * Math.exp(-tilt.logRatioAtMost(part, sums));
        }
        assertThat(mean).isLessThan(1 + 1e-12);
      }
    }
  }

  /** However sure the prediction was, one wrong label is worth less than an alarm's threshold. */
  @Test
  void boundsWhatOneLabelIsWorth() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    sketch.add(Categorical.of(1e-12, 1 - 1e-12), Target.ofClass(0));

    assertThat(NoiseTilt.atRandom(3).logRatio(sketch)).isBetween(7.0, 7.7);
    assertThat(NoiseTilt.intoClass(2, 1, 0).logRatio(sketch)).isBetween(6.0, 6.5);
  }

  @Test
  void isReadAsItWasWritten() {
    for (NoiseTilt tilt : tilts()) {
      DoubleBuffer state = DoubleBuffer.allocate(tilt.length());
      tilt.write(state);
      assertThat(NoiseTilt.read(3, state.flip()).describe()).isEqualTo(tilt.describe());
    }
    assertThat(NoiseTilt.atRandom(1).describe()).isEqualTo("about 2 % of the labels look random");
    assertThat(NoiseTilt.atRandom(1).describe(0.049 / 0.2))
        .isEqualTo("about 5 % of the labels look random");
    assertThat(NoiseTilt.atRandom(1).describe(0.006 / 0.2))
        .isEqualTo("less than 1 % of the labels look random");
    assertThat(NoiseTilt.intoClass(3, 0, 2).describe())
        .isEqualTo("about 0.3 % of all labels are class 2 though it was not likely");
  }
}
