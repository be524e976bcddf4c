package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.StandardizedResidual;
import io.evenkeel.core.simulation.Stream;
import org.junit.jupiter.api.Test;

class NormalMomentsTest {

  private static NormalSums sums(PredictiveDistribution p, Target y) {
    NormalMoments moments = new NormalMoments(p.space(), LabelNoise.NONE);
    double[] block = new double[moments.length()];
    moments.accumulator(block, 0).add(p, y, 1);
    return moments.sums(block, 0);
  }

  @Test
  void whitensByTheSymmetricRootOfTheCorrelations() {
    // R = ((1, 0.6), (0.6, 1)) has the root ((a, b), (b, a)) with a ± b = √(1 ± 0.6).
    double a = (Math.sqrt(1.6) + Math.sqrt(0.4)) / 2;
    double b = (Math.sqrt(1.6) - Math.sqrt(0.4)) / 2;
    Normal p = Normal.full(new double[] {1, 2}, new double[][] {{4, 3.6}, {3.6, 9}});

    // The residuals in standard deviations that z = (2, −1) has.
    Target y = Target.of(1 + 2 * (2 * a - b), 2 + 3 * (2 * b - a));

    assertThat(sums(p, y).sum(0)).isCloseTo(2, within(1e-13));
    assertThat(sums(p, y).sum(1)).isCloseTo(-1, within(1e-13));
    assertThat(sums(p, y).product(1, 0)).isCloseTo(-2, within(1e-13));
  }

  @Test
  void hasTheLengthOfTheStandardizedResidual() {
    Normal p =
        Normal.full(
            new double[] {0, 1, 2},
            new double[][] {{1, 0.5, 0.2}, {0.5, 4, -0.3}, {0.2, -0.3, 0.25}});
    Target y = Target.of(1.0, -0.5, 2.5);
    StandardizedResidual residual = new StandardizedResidual();
    residual.set(p, (RealVector) y);

    NormalSums z = sums(p, y);

    assertThat(z.product(0, 0) + z.product(1, 1) + z.product(2, 2))
        .isCloseTo(residual.squaredLength(), within(1e-12));
    double total = z.sum(0) + z.sum(1) + z.sum(2);
    assertThat(z.squaredTotal()).isCloseTo(total * total, within(1e-12));
  }

  @Test
  void keepsSquaresAloneOfManyCoordinates() {
    var o = Stream.calibrated(Stream.normals(17), 1).next();

    NormalSums z = sums(o.prediction(), o.target());

    double total = 0;
    for (int i = 0; i < 17; i++) {
      assertThat(z.product(i, i)).isCloseTo(z.sum(i) * z.sum(i), within(1e-12));
      total += z.sum(i);
    }
    assertThat(z.isFull()).isFalse();
    assertThat(z.squaredTotal()).isCloseTo(total * total, within(1e-12));
  }

  @Test
  void leavesOutWhatHasNoWhitenedResidual() {
    Target y = Target.of(1.0, 2.0);

    assertThat(sums(Ensemble.of(new double[][] {{1, 2}, {3, 4}}), y).n()).isZero();
    assertThat(sums(Normal.diagonal(new double[2], new double[] {1, 0}), y).n()).isZero();
    assertThat(sums(Normal.full(new double[2], new double[][] {{1, 1}, {1, 1}}), y).n()).isZero();
    assertThat(sums(Normal.full(new double[2], new double[][] {{1, 0}, {0, 1}}), y).n()).isOne();
    assertThatThrownBy(() -> new NormalMoments(TargetSpace.reals(1), LabelNoise.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("several");
  }

  /** A label a thousand standard deviations off counts as one 38 off: sums stay exact. */
  @Test
  void boundsScores() {
    NormalSums z =
        sums(Normal.diagonal(new double[2], new double[] {1e-300, 1}), Target.of(1e300, 0.0));

    assertThat(z.product(0, 0)).isEqualTo(38 * 38);
  }
}
