package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.NormalMoments;
import io.evenkeel.core.moments.NormalSums;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.LogLoss;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NormalTiltTest {
  private static final double[] MEAN = {0.3, -0.2};
  private static final double[][] COVARIANCE = {{1.3, 0.4}, {0.4, 0.8}};
  private static final List<Target> LABELS =
      List.of(Target.of(0.5, -1.0), Target.of(1.5, 0.2), Target.of(-0.4, 2.0));

  private static NormalSums sums(List<Target> labels) {
    NormalMoments moments = new NormalMoments(TargetSpace.reals(2), LabelNoise.NONE);
    double[] block = new double[moments.length()];
    var adder = moments.accumulator(block, 0);
    labels.forEach(y -> adder.add(standard(), y, 1));
    return moments.sums(block, 0);
  }

  private static Normal standard() {
    return Normal.diagonal(new double[2], new double[] {1, 1});
  }

  /** A tilt, and the law that it stands for. */
  record Case(NormalTilt tilt, Normal law) {}

  static List<Case> cases() {
    double r = 0.4;
    return List.of(
        new Case(NormalTilt.full(MEAN, new DMatrixRMaj(COVARIANCE)), Normal.full(MEAN, COVARIANCE)),
        new Case(
            NormalTilt.diagonal(MEAN, new double[] {1.3, 0.8}),
            Normal.diagonal(MEAN, new double[] {1.3, 0.8})),
        new Case(
            NormalTilt.coordinate(2, 1, 0.4, 1.25),
            Normal.diagonal(new double[] {0, 0.4}, new double[] {1, 1.5625})),
        new Case(
            NormalTilt.exchangeable(2, r),
            Normal.full(new double[2], new double[][] {{1, r}, {r, 1}})));
  }

  private static double logRatio(NormalTilt tilt, double x, NormalSums z) {
    return tilt.logRatio(x, tilt.sums(z));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTheLikelihoodRatioOfItsLaw(Case of) {
    double expected = 0;
    for (Target y : LABELS) {
      expected += LogLoss.of(standard(), y) - LogLoss.of(of.law, y);
    }

    assertThat(logRatio(of.tilt, 1, sums(LABELS))).isCloseTo(expected, within(1e-12));
  }

  /** By the trapezoidal rule, which is exact to rounding for functions like these. */
  @ParameterizedTest
  @MethodSource("cases")
  void hasMeanOneAtEveryPartIfCalibrated(Case of) {
    for (double part : new double[] {0.125, 0.5, 1}) {
      double step = 0.25;
      double mean = 0;
      for (double a = -12; a <= 12; a += step) {
        for (double b = -12; b <= 12; b += step) {
          double logRatio = logRatio(of.tilt, part, sums(List.of(Target.of(a, b))));
          mean += step * step * Math.exp(logRatio - (a * a + b * b) / 2) / (2 * Math.PI);
        }
      }
      assertThat(mean).as("part %s", part).isCloseTo(1, within(1e-9));
    }
  }

  /** A truth beyond the part that is bet against has no expectation above 1. */
  @ParameterizedTest
  @MethodSource("cases")
  void losesWhereTheTruthIsMore(Case of) {
    for (double truth : new double[] {0.5, 0.75, 1}) {
      double step = 0.25;
      double mean = 0;
      for (double a = -12; a <= 12; a += step) {
        for (double b = -12; b <= 12; b += step) {
          NormalSums z = sums(List.of(Target.of(a, b)));
          double log = logRatio(of.tilt, truth, z) - logRatio(of.tilt, 0.5, z);
          mean += step * step * Math.exp(log - (a * a + b * b) / 2) / (2 * Math.PI);
        }
      }
      assertThat(mean).as("truth %s", truth).isLessThanOrEqualTo(1 + 1e-9);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isReadAsItWasWritten(Case of) {
    DoubleBuffer state = DoubleBuffer.allocate(of.tilt.length());
    of.tilt.write(state);

    NormalTilt read = NormalTilt.read(state.flip());

    assertThat(logRatio(read, 0.5, sums(LABELS))).isEqualTo(logRatio(of.tilt, 0.5, sums(LABELS)));
    assertThat(read.describe()).isEqualTo(of.tilt.describe());
  }

  @Test
  void saysWhatIsMostWrong() {
    DMatrixRMaj pair = new DMatrixRMaj(new double[][] {{1, 0, 0.3}, {0, 1, 0}, {0.3, 0, 1}});
    assertThat(NormalTilt.full(new double[3], pair).describe())
        .isEqualTo("coordinates 1 and 3 are correlated by 0.3 more than predicted");
    assertThat(NormalTilt.coordinate(5, 2, 0.3, 1).describe())
        .isEqualTo("coordinate 3 is 0.3 sd too low");
    assertThat(NormalTilt.coordinate(5, 0, 0, 0.8).describe())
        .isEqualTo("the spread of coordinate 1 is 1.25 times too large");
    assertThat(NormalTilt.exchangeable(10, 0.2).describe())
        .isEqualTo("all coordinates are correlated by 0.2 more than predicted, on average");
    assertThat(NormalTilt.exchangeable(10, -0.05).describe())
        .isEqualTo("all coordinates are correlated by 0.05 less than predicted, on average");
  }

  @Test
  void manyCoordinatesHaveFewerSums() {
    int d = 20;
    NormalMoments moments = new NormalMoments(TargetSpace.reals(d), LabelNoise.NONE);
    double[] block = new double[moments.length()];
    double[] y = new double[d];
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      y[i] = i % 3 - 0.5;
      for (int j = 0; j < d; j++) {
        covariance[i][j] = i == j ? 1 : 0.1;
      }
    }
    double[] ones = new double[d];
    Arrays.fill(ones, 1);
    Normal p = Normal.diagonal(new double[d], ones);
    Target target = Target.of(y);
    moments.accumulator(block, 0).add(p, target, 1);

    double expected =
        LogLoss.of(p, target) - LogLoss.of(Normal.full(new double[d], covariance), target);

    assertThat(logRatio(NormalTilt.exchangeable(d, 0.1), 1, moments.sums(block, 0)))
        .isCloseTo(expected, within(1e-11));
  }
}
