package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Collections;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresTest {
  private static final Normal FULL =
      Normal.full(new double[] {1, -2}, new double[][] {{2, 0.6}, {0.6, 0.5}});

  @Test
  void ofClassesAreMeansOverTheObservations() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    sketch.add(Categorical.of(0.5, 0.25, 0.25), Target.ofClass(0));
    sketch.add(Categorical.of(0.5, 0.25, 0.25), Target.ofClass(1));

    Scores scores = sketch.scores();

    assertThat(scores.n()).isEqualTo(2);
    assertThat(scores.logLoss()).isCloseTo(1.5 * Math.log(2), within(1e-15));
    assertThat(scores.brier()).isCloseTo(0.625, within(1e-15));
    assertThat(scores.accuracy()).isEqualTo(0.5);
    assertThat(scores.crps()).isNaN();
  }

  @Test
  void countImpossibleTargetsApart() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    sketch.add(Categorical.of(0.5, 0.5), Target.ofClass(0));
    sketch.add(Categorical.of(1, 0), Target.ofClass(1));

    assertThat(sketch.scores().impossible()).isEqualTo(1);
    assertThat(sketch.scores().logLoss()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(sketch.scores().finiteLogLoss()).isCloseTo(Math.log(2), within(1e-15));
  }

  @Test
  void countPointMassesThatCameTrueApart() {
    Sketch sketch = SketchPlan.of(TargetSpace.reals(1), null).empty();
    sketch.add(Normal.of(2, 0), Target.of(2));
    sketch.add(Normal.of(0, 1), Target.of(0));

    assertThat(sketch.scores().certain()).isEqualTo(1);
    assertThat(sketch.scores().logLoss()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(sketch.scores().finiteLogLoss()).isCloseTo(Math.log(2 * Math.PI) / 2, within(1e-15));
    assertThat(sketch.scores().brier()).isNaN();
  }

  @Test
  void ofNothingAreUndefined() {
    Scores scores = SketchPlan.of(TargetSpace.classes(2), null).empty().scores();

    assertThat(scores.n()).isZero();
    assertThat(scores.logLoss()).isNaN();
    assertThat(scores.accuracy()).isNaN();
  }

  /** det = 0.64, inverse = (0.5, −0.6; −0.6, 2) / 0.64. */
  @Test
  void logLossOfAFullNormalIsThatOfItsDensity() {
    double quadratic = (0.5 * 0.25 - 2 * 0.6 * 0.5 * -1 + 2 * 1) / 0.64;

    assertThat(LogLoss.of(FULL, Target.of(1.5, -3)))
        .isCloseTo((2 * Math.log(2 * Math.PI) + Math.log(0.64) + quadratic) / 2, within(1e-12));
  }

  /** Held, the loss of what sums can do is that at 38 standard deviations or 745 scales. */
  @Test
  void logLossIsExactBeyondWhatSumsHold() {
    Target far = Target.of(100);
    Normal full = Normal.full(new double[2], new double[][] {{2, 1}, {1, 2}});
    double halfLog = Math.log(2 * Math.PI) / 2;

    assertThat(LogLoss.exact(Normal.of(0, 1), far)).isCloseTo(5000 + halfLog, within(1e-9));
    assertThat(LogLoss.of(Normal.of(0, 1), far)).isCloseTo(722 + halfLog, within(1e-9));
    assertThat(LogLoss.exact(Normal.of(0, 2), far)).isLessThan(LogLoss.exact(Normal.of(0, 1), far));
    assertThat(LogLoss.exact(full, Target.of(300, 300)))
        .isCloseTo(30_000 + 2 * halfLog + Math.log(3) / 2, within(1e-8));
    assertThat(LogLoss.exact(new Laplace(0, 1), Target.of(1000)))
        .isCloseTo(1000 + Math.log(2), within(1e-11));
    assertThat(
            LogLoss.exact(
                Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), Normal.of(0, 1))),
                far))
        .isCloseTo(5000 + halfLog, within(1e-9));
    assertThat(LogLoss.exact(Normal.of(0, 1e-150), Target.of(1e300))).isBetween(1e299, 1e301);
    assertThat(LogLoss.exact(Normal.of(0, 0), far)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void logLossIsTheSameWhereNothingIsHeld() {
    Target y = Target.of(1.5, -3);

    assertThat(LogLoss.exact(FULL, y)).isEqualTo(LogLoss.of(FULL, y));
    assertThat(LogLoss.exact(Normal.of(0, 1), Target.of(37)))
        .isEqualTo(LogLoss.of(Normal.of(0, 1), Target.of(37)));
  }

  /** The integral, by trapezoidal sums on both sides of the jump. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0", "1, 2, -3", "0, 0.5, 2.5"})
  void crpsIsTheIntegralOfTheSquaredDistanceOfTheDistributionFunctions(
      double mean, double sd, double y) {
    double step = 1e-3;
    double integral = 0;
    double low = Math.min(mean - 9 * sd, y - 1);
    double high = Math.max(mean + 9 * sd, y + 1);
    for (double t = low + step / 2; t < high; t += step) {
      double f = cdf((t - mean) / sd) - (t >= y ? 1 : 0);
      integral += step * f * f;
    }

    // The jump falls within one step: an error of at most one step's area.
    assertThat(Crps.of(Normal.of(mean, sd), (RealVector) Target.of(y)))
        .isCloseTo(integral, within(step));
  }

  private static double cdf(double z) {
    return NormalDistribution.of(0, 1).cumulativeProbability(z);
  }

  @Test
  void crpsOfAPointMassIsTheAbsoluteError() {
    assertThat(Crps.of(Normal.of(2, 0), (RealVector) Target.of(-1))).isEqualTo(3);
  }

  @Test
  void reliabilityCountsWhatCameTruePerConfidence() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    Collections.nCopies(3, Categorical.of(0.3, 0.7)).forEach(p -> sketch.add(p, Target.ofClass(1)));
    sketch.add(Categorical.of(0.3, 0.7), Target.ofClass(0));
    sketch.add(Categorical.of(1, 0), Target.ofClass(0));

    Reliability reliability = sketch.reliability();

    ReliabilityBin bin = reliability.topLabel().get(10);
    assertThat(bin.count()).isEqualTo(4);
    assertThat(bin.confidence()).isCloseTo(0.7, within(1e-15));
    assertThat(bin.frequency()).isEqualTo(0.75);
    assertThat(reliability.topLabel().get(14).count()).isEqualTo(1);
    assertThat(reliability.classOne().get(0).count()).isEqualTo(1);
    assertThat(reliability.classOne().get(0).frequency()).isZero();
    assertThat(reliability.ece()).isCloseTo(0.8 * 0.05, within(1e-15));
    assertThat(reliability.pit()).isEmpty();
  }
}
