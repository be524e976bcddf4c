package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecalibrationGridTest {
  private static final Normal FULL =
      Normal.full(new double[] {1, -2}, new double[][] {{2, 0.6}, {0.6, 0.5}});

  private static Categorical categorical(int m) {
    return (Categorical) Stream.calibrated(Stream.dirichlet(m, 0.3), 1).next().prediction();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 25})
  void ratiosOfClassesHaveExpectationOne(int m) {
    Categorical p = categorical(m);
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(m));
    for (int i = 0; i < grid.size(); i++) {
      double expectation = 0;
      for (int y = 0; y < m; y++) {
        expectation += p.probability(y) * Math.exp(grid.get(i).logRatio(p, Target.ofClass(y)));
      }
      assertThat(expectation).as(grid.get(i).describe()).isCloseTo(1, within(1e-12));
    }
  }

  /** Trapezoidal sums converge geometrically for smooth integrands that vanish at the ends. */
  @Test
  void ratiosOfNormalsHaveExpectationOne() {
    Normal p = Normal.of(3, 0.2);
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(1));
    double step = 0.02;
    for (int i = 0; i < grid.size(); i++) {
      double expectation = 0;
      for (double z = -25; z <= 25; z += step) {
        double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        expectation += step * density * Math.exp(grid.get(i).logRatio(p, Target.of(3 + 0.2 * z)));
      }
      assertThat(expectation).as(grid.get(i).describe()).isCloseTo(1, within(1e-10));
    }
  }

  @Test
  void ratiosOfLaplacesHaveExpectationOne() {
    Laplace p = new Laplace(-1, 2);
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(1));
    double step = 0.01;
    for (int i = 0; i < grid.size(); i++) {
      double expectation = 0;
      for (double r = step / 2; r <= 300; r += step) {
        double density = Math.exp(-r) / 2;
        expectation += step * density * Math.exp(grid.get(i).logRatio(p, Target.of(-1 + 2 * r)));
        expectation += step * density * Math.exp(grid.get(i).logRatio(p, Target.of(-1 - 2 * r)));
      }
      assertThat(expectation).as(grid.get(i).describe()).isCloseTo(1, within(2e-4));
    }
  }

  /** Half of the mass sits at 0.3, of which the rest knows nothing. */
  @Test
  void ratiosOfPredictionsWithAtomsHaveExpectationOne() {
    Mixture p = Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), new Laplace(0.3, 0)));
    RecalibrationGrid grid = atTheirWord(TargetSpace.reals(1));
    LogRatios ratios = grid.logRatios();
    double step = 0.02;
    double[] expectations = new double[grid.size()];
    assertThat(ratios.evaluate(p, Target.of(0.3))).isTrue();
    for (int i = 0; i < grid.size(); i++) {
      expectations[i] = 0.5 * Math.exp(ratios.get(i));
    }
    for (double z = -25 + step / 2; z <= 25; z += step) {
      double density = 0.5 * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
      ratios.evaluate(p, Target.of(z));
      for (int i = 0; i < grid.size(); i++) {
        expectations[i] += step * density * Math.exp(ratios.get(i));
      }
    }
    for (int i = 0; i < grid.size(); i++) {
      // The integrand jumps at 0.3, an edge of the midpoint rule.
      assertThat(expectations[i]).as(grid.get(i).describe()).isCloseTo(1, within(1e-4));
    }
  }

  @Test
  void ratiosOfFullNormalsHaveExpectationOne() {
    RecalibrationGrid grid = atTheirWord(TargetSpace.reals(2));
    LogRatios ratios = grid.logRatios();
    double[] expectations = new double[grid.size()];
    double a = Math.sqrt(2);
    double b = 0.6 / a;
    double c = Math.sqrt(0.5 - b * b);
    double step = 0.25;
    for (double u = -18; u <= 18; u += step) {
      for (double v = -18; v <= 18; v += step) {
        double density = Math.exp(-(u * u + v * v) / 2) / (2 * Math.PI);
        ratios.evaluate(FULL, Target.of(1 + a * u, -2 + b * u + c * v));
        for (int i = 0; i < grid.size(); i++) {
          expectations[i] += step * step * density * Math.exp(ratios.get(i));
        }
      }
    }
    for (int i = 0; i < grid.size(); i++) {
      assertThat(expectations[i]).as(grid.get(i).describe()).isCloseTo(1, within(1e-10));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 25})
  void evaluatesAllAtOnceWhatEachSaysOfClasses(int m) {
    assertEvaluatesTheSame(
        atTheirWord(TargetSpace.classes(m)),
        Stream.calibrated(Stream.dirichlet(m, 0.1), 2).next(50));
  }

  @Test
  void evaluatesAllAtOnceWhatEachSaysOfOneNumber() {
    RecalibrationGrid grid = atTheirWord(TargetSpace.reals(1));
    Mixture atom = Mixture.of(new double[] {0.4, 0.6}, List.of(Normal.of(0, 1), Normal.of(2, 0)));
    assertEvaluatesTheSame(grid, Stream.calibrated(Stream.normals(1), 2).next(20));
    assertEvaluatesTheSame(
        grid,
        List.of(
            new Observation(new Laplace(1, 3), Target.of(-40.0)),
            new Observation(atom, Target.of(2.0)),
            new Observation(atom, Target.of(9.0))));
  }

  @Test
  void evaluatesAllAtOnceWhatEachSaysOfNormals() {
    assertEvaluatesTheSame(
        atTheirWord(TargetSpace.reals(3)), Stream.calibrated(Stream.normals(3), 2).next(50));
    assertEvaluatesTheSame(
        atTheirWord(TargetSpace.reals(2)), List.of(new Observation(FULL, Target.of(0.3, -1))));
  }

  private static RecalibrationGrid atTheirWord(TargetSpace space) {
    return RecalibrationGrid.of(space, LabelNoise.NONE);
  }

  private static void assertEvaluatesTheSame(RecalibrationGrid grid, List<Observation> sample) {
    LogRatios ratios = grid.logRatios();
    for (Observation o : sample) {
      assertThat(ratios.evaluate(o.prediction(), o.target())).isTrue();
      for (int i = 0; i < grid.size(); i++) {
        double expected = grid.get(i).logRatio(o.prediction(), o.target());
        assertThat(ratios.get(i))
            .as(grid.get(i).describe())
            .isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
      }
    }
  }

  @Test
  void tellsImpossibleTargets() {
    assertImpossible(Categorical.of(0, 0.4, 0.6), Target.ofClass(0));
    assertImpossible(Normal.of(1, 0), Target.of(1.1));
    assertImpossible(new Laplace(1, 0), Target.of(1.1));
    assertImpossible(
        Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 0), Normal.of(1, 0))),
        Target.of(0.5));
    assertImpossible(Normal.diagonal(new double[] {0, 0}, new double[] {1, 0}), Target.of(5, 0.1));
    assertImpossible(
        Normal.full(new double[] {0, 0}, new double[][] {{1, 1}, {1, 1}}), Target.of(1, -1));
  }

  private static void assertImpossible(PredictiveDistribution p, Target y) {
    RecalibrationGrid grid = RecalibrationGrid.of(p.space());
    LogRatios ratios = grid.logRatios();
    assertThat(ratios.evaluate(p, y)).isFalse();
    for (int i = 0; i < grid.size(); i++) {
      assertThat(grid.get(i).logRatio(p, y)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(ratios.get(i)).isBetween(-30.0, LabelNoise.USUAL.largestLogRatio());
    }
  }

  @Test
  void cannotTellPointMassesThatCameTrueFromTheirRecalibrations() {
    assertRatiosAreOne(Categorical.of(0, 1, 0), Target.ofClass(1));
    assertRatiosAreOne(Normal.of(1, 0), Target.of(1));
  }

  private static void assertRatiosAreOne(PredictiveDistribution p, Target y) {
    RecalibrationGrid grid = RecalibrationGrid.of(p.space());
    LogRatios ratios = grid.logRatios();
    assertThat(ratios.evaluate(p, y)).isTrue();
    for (int i = 0; i < grid.size(); i++) {
      assertThat(ratios.get(i)).as(grid.get(i).describe()).isCloseTo(0, within(1e-15));
    }
  }

  @Test
  void standsForEveryClassOnlyWhileTheyAreFew() {
    assertThat(RecalibrationGrid.of(TargetSpace.classes(2)).size()).isEqualTo(22);
    assertThat(RecalibrationGrid.of(TargetSpace.classes(20)).size()).isEqualTo(174);
    assertThat(RecalibrationGrid.of(TargetSpace.classes(1000)).size()).isEqualTo(22);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 25})
  void weighsToOne(int m) {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(m));
    double sum = 0;
    for (int i = 0; i < grid.size(); i++) {
      sum += Math.exp(grid.logWeights()[i]);
    }
    assertThat(sum).isCloseTo(1, within(1e-14));
  }

  @Test
  void saysWhatIsWrongInWords() {
    assertThat(new Temperature(1.6).describe()).isEqualTo("over-confident: temperature 1.6");
    assertThat(new Temperature(0.5).describe()).isEqualTo("under-confident: temperature 0.5");
    assertThat(new ClassShift(3, -0.5).describe())
        .isEqualTo("class 3 predicted too often: log-odds off by 0.5");
    assertThat(new LocationScale(0.2, 1).describe()).isEqualTo("biased low by 0.2 sd");
    assertThat(new LocationScale(-0.6, 1.2).describe())
        .isEqualTo("biased high by 0.6 sd, too narrow: scale 1.2");
    assertThat(new LocationScale(0, 0.5).describe()).isEqualTo("too wide: scale 0.5");
    assertThat(new PitBeta(0.5, 1).describe())
        .isEqualTo("targets fall too often far below (transforms like Beta(0.5, 1))");
    assertThat(new PitBeta(0.75, 2).describe())
        .isEqualTo(
            "targets fall too often far below, too rarely far above (transforms like Beta(0.75, 2))");
    assertThat(new TopClassShift(-1).describe())
        .isEqualTo("the most probable class comes less often than predicted: log-odds off by 1");
  }
}
