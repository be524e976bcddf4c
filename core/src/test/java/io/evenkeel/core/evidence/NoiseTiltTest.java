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
import java.util.function.IntFunction;
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

    assertThat(NoiseTilt.atRandom(2).logRatio(sketch(2), 1))
        .isCloseTo(Math.log((0.94 * floored + 0.02) / floored), within(1e-13));
    assertThat(NoiseTilt.intoClass(3, 1, 2).logRatio(sketch(2, 0, 2), 1))
        .isCloseTo(2 * Math.log((0.99 * floored + 0.01) / floored) + Math.log(0.99), within(1e-13));
    assertThat(TILTS.cost(sketch(2, 0, 2))).isCloseTo(-3 * Math.log(1 - 1e-4), within(1e-13));
  }

  /** Summed over all labels: whatever was predicted, however small. */
  @Test
  void hasExpectationAtMostOneIfCalibrated() {
    for (NoiseTilt tilt : tilts()) {
      double mean = 0;
      for (int label = 0; label < 3; label++) {
        mean += P[label] * Math.exp(tilt.logRatio(sketch(label), 1) - TILTS.cost(sketch(label)));
      }
      assertThat(mean).as(tilt.describe()).isBetween(0.99, 1.0);
    }
  }

  /** The e-process for its end bets against half of it: it only loses where there is more. */
  @Test
  void losesWhereTheNoiseIsMoreThanThePart() {
    assertLoses(NoiseMoments.atRandom(), NoiseTilt::atRandom);
    for (int k = 0; k < 3; k++) {
      int into = k;
      assertLoses(NoiseMoments.intoClass(3), i -> NoiseTilt.intoClass(3, i, into));
    }
  }

  private static void assertLoses(double[] shares, IntFunction<NoiseTilt> tilts) {
    for (int i = 0; i < shares.length; i++) {
      for (int truth = 0; truth < shares.length; truth++) {
        if (shares[truth] < Math.max(shares[0], shares[i] / 2)) {
          continue;
        }
        double mean = 0;
        for (int label = 0; label < 3; label++) {
          double floored = (1 - 1e-4) * P[label] + 1e-4 / 3;
          Sketch one = sketch(label);
          mean +=
              floored
                  * Math.exp(
                      tilts.apply(truth).logRatio(one, 1) - tilts.apply(i).logRatio(one, 0.5));
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

    assertThat(NoiseTilt.atRandom(3).logRatio(sketch, 1)).isBetween(7.0, 7.7);
    assertThat(NoiseTilt.intoClass(2, 1, 0).logRatio(sketch, 1)).isBetween(6.0, 6.5);
  }

  @Test
  void isReadAsItWasWritten() {
    for (NoiseTilt tilt : tilts()) {
      DoubleBuffer state = DoubleBuffer.allocate(tilt.length());
      tilt.write(state);
      assertThat(NoiseTilt.read(3, state.flip()).describe()).isEqualTo(tilt.describe());
    }
    assertThat(NoiseTilt.atRandom(1).describe()).isEqualTo("about 2 % of the labels look random");
    assertThat(NoiseTilt.intoClass(3, 0, 2).describe())
        .isEqualTo("about 0.3 % of all labels are class 2 though it was not likely");
  }
}
