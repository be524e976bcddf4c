package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuarterMomentsTest {
  private static final byte NONE = FeatureQuarters.NONE;
  private static final List<FeatureQuarters> FEATURES =
      List.of(FeatureQuarters.of("age", 1, 2, 3, 4), FeatureQuarters.of("flag", 0, 1));

  private static Sketch sketch(PredictiveDistribution p) {
    return SketchPlan.of(
            p.space(), ProfileLearner.learn(1, List.of(p), 2, 1).withFeatures(FEATURES))
        .empty();
  }

  private static double[] quarters(Sketch sketch, int feature, int cell) {
    int from = QuarterMoments.PER_FEATURE * feature + QuarterMoments.PER_CELL * cell;
    return Arrays.copyOfRange(
        sketch.quarterSums().orElseThrow(), from, from + QuarterMoments.PER_CELL);
  }

  @Test
  void haveTheResidualsOfClassOneOfTwo() {
    Categorical p = Categorical.of(0.75, 0.25);
    Sketch sketch = sketch(p);

    sketch.add(p, Target.ofClass(1), Outcome.OWN, (byte) 3, (byte) 0);
    sketch.add(p, Target.ofClass(0), Outcome.OWN, (byte) 3, NONE);
    sketch.add(p, Target.ofClass(0));

    assertThat(quarters(sketch, 0, 3)).containsExactly(0.5, 0.5625 + 0.0625, 2 * 0.1875);
    assertThat(quarters(sketch, 1, 0)).containsExactly(0.75, 0.5625, 0.1875);
    assertThat(sketch.quarterSums().orElseThrow())
        .hasSize(24)
        .satisfies(sums -> assertThat(Arrays.stream(sums).filter(x -> x != 0)).hasSize(6));
  }

  @Test
  void haveThoseOfTheMostProbableOfManyClasses() {
    Categorical p = Categorical.of(0.25, 0.5, 0.25);
    Sketch sketch = sketch(p);

    sketch.add(p, Target.ofClass(2), Outcome.OWN, (byte) 1, NONE);

    assertThat(quarters(sketch, 0, 1)).containsExactly(-0.5, 0.25, 0.25);
  }

  @Test
  void haveThoseOfNumbersButNotOfEnsembles() {
    Sketch sketch = sketch(Normal.of(0, 2));

    sketch.add(Normal.of(1, 2), Target.of(4.0), Outcome.OWN, (byte) 2, (byte) 1);
    sketch.add(Ensemble.of(1.0, 2.0, 3.0), Target.of(4.0), Outcome.OWN, (byte) 2, (byte) 1);

    assertThat(quarters(sketch, 0, 2)).containsExactly(new double[] {1, 1.5, 2.25}, within(1e-12));
    assertThat(quarters(sketch, 1, 1)).containsExactly(new double[] {1, 1.5, 2.25}, within(1e-12));
  }

  @Test
  void addUpToTheWholeAndAreTakenBack() {
    Categorical p = Categorical.of(0.75, 0.25);
    Sketch whole = sketch(p);
    Sketch merged = whole.plan().empty();
    Outcome shared = new Outcome("o", 0.5);
    whole.add(p, Target.ofClass(1), Outcome.OWN, (byte) 0, (byte) 1);
    merged.add(p, Target.ofClass(1), Outcome.OWN, (byte) 0, (byte) 1);
    Sketch part = whole.plan().empty();
    for (Sketch sketch : List.of(whole, part)) {
      sketch.add(p, Target.ofClass(0), shared, (byte) 1, NONE);
    }
    merged.merge(part);

    assertThat(merged.toArray()).containsExactly(whole.toArray(), within(1e-15));
    assertThat(quarters(whole, 0, 1)).containsExactly(-0.125, 0.03125, 0.09375);

    whole.remove(p, Target.ofClass(0), shared, (byte) 1, NONE);
    whole.remove(p, Target.ofClass(1), Outcome.OWN, (byte) 0, (byte) 1);
    assertThat(whole.quarterSums().orElseThrow()).containsOnly(0);
  }
}
