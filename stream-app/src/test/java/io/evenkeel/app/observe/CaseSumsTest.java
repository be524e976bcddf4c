package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.state.Labelled;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseSumsTest {
  private static final List<PredictiveDistribution> SAMPLE =
      List.of(Categorical.of(0.2, 0.8), Categorical.of(0.5, 0.5), Categorical.of(0.7, 0.3));

  private final CaseSums sums = new CaseSums();

  private static SketchPlan plan() {
    return SketchPlan.of(TargetSpace.classes(2), ProfileLearner.learn(1, SAMPLE, 3, 1));
  }

  private static Labelled labelled(double p, int label) {
    return new Labelled(
        Categorical.of(1 - p, p), Target.ofClass(label), Outcome.OWN, new byte[0], true);
  }

  private static double[] alone(SketchPlan plan, Labelled... cases) {
    Sketch sketch = plan.empty();
    for (Labelled one : cases) {
      one.add(sketch);
    }
    return sketch.toArray();
  }

  @Test
  void eachSeriesHasTheSumsOfItsOwnCases() {
    SketchPlan plan = plan();
    Sketch whole = plan.empty();
    Sketch segment = plan.empty();
    Labelled first = labelled(0.3, 1);
    Labelled second = labelled(0.6, 0);

    whole.merge(sums.of(plan, first));
    segment.merge(sums.of(plan, first));
    whole.merge(sums.of(plan, second));

    assertThat(whole.toArray()).containsExactly(alone(plan, first, second), within(1e-12));
    assertThat(segment.toArray()).containsExactly(alone(plan, first), within(1e-12));
  }

  @Test
  void aCaseIsCountedByThePlanOfEachSketch() {
    SketchPlan before = SketchPlan.of(TargetSpace.classes(2), null);
    SketchPlan after = plan();
    Sketch former = before.empty();
    Sketch newer = after.empty();
    Labelled one = labelled(0.3, 1);

    former.merge(sums.of(before, one));
    newer.merge(sums.of(after, one));

    assertThat(former.toArray()).containsExactly(alone(before, one), within(1e-12));
    assertThat(newer.toArray()).containsExactly(alone(after, one), within(1e-12));
  }
}
