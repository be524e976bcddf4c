package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImpossibleTargetsTest {

  /** The largest log-ratio is reached by one of some targets, and by none of them exceeded. */
  private static void assertReached(
      TargetSpace space, Map<? extends PredictiveDistribution, Target> held) {
    RecalibrationGrid grid = RecalibrationGrid.of(space);
    LogRatios ratios = grid.logRatios();
    for (int i = 0; i < grid.size(); i++) {
      double largest = 0;
      for (Map.Entry<? extends PredictiveDistribution, Target> one : held.entrySet()) {
        assertThat(ratios.evaluate(one.getKey(), one.getValue())).isFalse();
        largest = Math.max(largest, ratios.get(i));
      }
      assertThat(grid.largestOfImpossible(grid.get(i)))
          .as("%s", grid.get(i))
          .isCloseTo(largest, within(1e-12));
      assertThat(grid.mendable(new double[grid.size()], 3)[i])
          .isCloseTo(-3 * largest, within(1e-11));
    }
  }

  @Test
  void ofClassesAreWorstWhereOneClassWasHeldCertain() {
    assertReached(
        TargetSpace.classes(3),
        Map.of(
            Categorical.of(1, 0, 0), Target.ofClass(1),
            Categorical.of(0, 1, 0), Target.ofClass(2),
            Categorical.of(0, 0, 1), Target.ofClass(0),
            Categorical.of(0.2, 0.8, 0), Target.ofClass(2)));
  }

  @Test
  void ofOneNumberAreThoseBesideAPoint() {
    assertReached(
        TargetSpace.reals(1),
        Map.of(Normal.of(0, 0), Target.of(1.0), Normal.of(5, 0), Target.of(-2.0)));
  }

  @Test
  void ofSeveralNumbersAreThoseBesideAPlane() {
    assertReached(
        TargetSpace.reals(2),
        Map.of(
            Normal.diagonal(new double[2], new double[2]), Target.of(0.0, 1.0),
            Normal.diagonal(new double[] {0, 0}, new double[] {1, 0}), Target.of(0.0, 1.0),
            Normal.diagonal(new double[] {0, 0}, new double[] {0, 2}), Target.of(-1.0, 0.0)));
  }

  @Test
  void aMapThatRaisesWhatWasHeldImpossibleLosesNothing() {
    double of0 = MapChoice.loss(Categorical.of(1, 0), Target.ofClass(1));
    double before = of0;
    for (double p : new double[] {1e-12, 1e-9, 1e-5, 1e-4, 0.1}) {
      double loss = MapChoice.loss(Categorical.of(1 - p, p), Target.ofClass(1));

      assertThat(loss).as("%s", p).isLessThanOrEqualTo(before);
      before = loss;
    }
    assertThat(before).isLessThan(of0);
  }
}
