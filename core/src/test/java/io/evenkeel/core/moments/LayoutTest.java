package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.TestLocation;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pins the layout of a block, which state stores keep: a change here makes stored sketches
 * unreadable, or worse, misread.
 */
class LayoutTest {
  private static Sketch sketch(
      TensorKernel kernel, PredictiveDistribution p, Target y, Target other) {
    Profile profile =
        new Profile(
            1, p.space(), kernel, List.of(new TestLocation(p, y), new TestLocation(p, other)));
    Sketch sketch = SketchPlan.of(p.space(), profile).empty();
    sketch.add(p, y);
    sketch.add(p, other);
    sketch.addPair(p, y, p, other);
    return sketch;
  }

  @Test
  void ofClassesIsScoresReliabilityRatiosPairsAndEmbedding() {
    PredictiveDistribution p = Categorical.of(0.5, 0.25, 0.25);
    TensorKernel kernel =
        new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 1, 1), new KroneckerKernel());

    double[] block = sketch(kernel, p, Target.ofClass(0), Target.ofClass(1)).toArray();

    assertThat(block).hasSize(6 + 81 + 3 + 2 + 38 + 14 + 6 + 11);
    // n, impossible, certain, log loss, Brier, hits
    assertAt(block, 0, 2, 0, 0, 3 * Math.log(2), 0.375 + 0.875, 1);
    // confidence 1/2 lies in bin 13 of 27: count, confidence, came true
    assertAt(block, 6 + 3 * 13, 2, 1, 1);
    // sum of weights, rows of shared outcomes, rows without a weight
    assertAt(block, 87, 2, 0, 0);
    // n, impossible, log-ratio of exponent 24/64
    double sum = Math.pow(0.5, 0.375) + 2 * Math.pow(0.25, 0.375);
    assertAt(block, 90, 2, 0, -0.625 * Math.log(0.125) - 2 * Math.log(sum));
    // n, labels at random, labels into classes 0 and 1, for the first share of three
    double floored = 0.9999 / 2 + 1e-4 / 3;
    double other = 0.9999 / 4 + 1e-4 / 3;
    assertAt(block, 130, 2, Math.log((0.99 + 0.01 / 3 / floored) * (0.99 + 0.01 / 3 / other)));
    assertAt(block, 135, Math.log(1 + 0.003 / 0.997 / floored));
    assertAt(block, 136, Math.log(1 + 0.003 / 0.997 / other), 0);
    // pairs, h, h², variance tr C², h³, h⁴
    double h = 0 - 0.25 - 0.5 + 0.375;
    assertAt(block, 144, 1, h, h * h, 13.0 / 64, h * h * h, h * h * h * h);
    // n, ζ, ζζᵀ, null covariance, fourth moments
    assertAt(block, 150, 2, 0.5 - 0.5, -0.25 + 0.75);
    assertAt(block, 153, 0.5, -0.125 - 0.375, 0.0625 + 0.5625);
    assertAt(block, 156, 0.5, -0.25, 0.375);
    assertAt(block, 159, 2.0 / 16, 2 * 3.0 / 16 * (1 - 9.0 / 16));
  }

  @Test
  void ofRealsIsScoresHistogramRatiosPairsAndEmbedding() {
    PredictiveDistribution p = Normal.of(0, 1);
    TensorKernel kernel =
        new TensorKernel(
            new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(0.5));

    double[] block = sketch(kernel, p, Target.of(0.0), Target.of(1.0)).toArray();

    assertThat(block).hasSize(5 + 30 + 3 + 2 + 60 + 19 + 6 + 11 + 12);
    // n, impossible, certain, log loss
    assertAt(block, 0, 2, 0, 0, Math.log(2 * Math.PI) + 0.5);
    // Φ(0) = 0.5 and Φ(1) = 0.84 in twentieths, of which the first is cut into six
    assertAt(block, 5 + 15, 1);
    assertAt(block, 5 + 21, 1);
    // n, impossible, log-ratio of a shift by −0.8
    assertAt(block, 38, 2, 0, -0.8 - 0.64);
    // of ensembles nothing
    assertAt(block, 100, new double[19]);
    assertAt(block, 119, 1);
    assertAt(block, 125, 2);
    // n, z, z² in the last of four cells
    assertAt(block, 145, 2, 1, 1);
  }

  @Test
  void ofEnsemblesHasRegressionsAfterTheRatios() {
    Sketch sketch = SketchPlan.of(TargetSpace.reals(1), null).empty();
    sketch.add(Ensemble.of(1, 3), Target.of(5.0));

    double[] block = sketch.toArray();

    // n, r, m, r², rm, m² with m = 2 and r = 3; over s² = 2; log s², the loss, the CRPS
    assertAt(block, 100, 1, 3, 2, 9, 6, 4);
    assertAt(block, 106, 0.5, 1.5, 1, 4.5, 3, 2);
    assertAt(block, 112, Math.log(2), (Math.log(2) + 4.5) / 2, 2.5);
  }

  @Test
  void ofSeveralRealsHasWhitenedResidualsAfterTheRatios() {
    PredictiveDistribution p = Normal.diagonal(new double[] {1, 0}, new double[] {4, 1});
    Sketch sketch = SketchPlan.of(TargetSpace.reals(2), null).empty();
    sketch.add(p, Target.of(2.0, 3.0));

    double[] block = sketch.toArray();

    assertThat(block).hasSize(5 + 20 + 3 + 2 + 36 + 6);
    // n, z, zzᵀ
    assertAt(block, 66, 1, 0.5, 3, 0.25, 1.5, 9);
  }

  private static void assertAt(double[] block, int offset, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(block[offset + i])
          .as("double %d", offset + i)
          .isCloseTo(expected[i], within(1e-14));
    }
  }
}
