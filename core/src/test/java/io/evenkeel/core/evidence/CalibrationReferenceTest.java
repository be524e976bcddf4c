package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CalibrationReferenceTest {
  private static final double ALPHA = 0.05;
  private static final double EPSILON = 0.02;
  private static final int PANE = 100;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(17);
  private final DirichletSampler predictions = DirichletSampler.symmetric(random, 3, 1);
  private final TargetSampler targets = new TargetSampler(random);
  private final SketchPlan plan = plan();

  /** Targets whose law is q ∝ p<sup>1/T</sup> with the log-odds of class 0 shifted. */
  private record Law(double temperature, double shift) {
    Categorical truth(double... p) {
      double[] q = new double[p.length];
      double sum = 0;
      for (int k = 0; k < p.length; k++) {
        q[k] = Math.pow(p[k], 1 / temperature) * Math.exp(k == 0 ? shift : 0);
        sum += q[k];
      }
      for (int k = 0; k < p.length; k++) {
        q[k] /= sum;
      }
      return Categorical.of(q);
    }
  }

  private SketchPlan plan() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      sample.add(Categorical.of(predictions.sample()));
    }
    Profile profile = ProfileLearner.learn(1, sample, 8, 1);
    return SketchPlan.of(profile.space(), profile);
  }

  private Sketch pane(int n, Law law) {
    Sketch sketch = plan.empty();
    Categorical before = null;
    Target targetBefore = null;
    for (int i = 0; i < n; i++) {
      double[] p = predictions.sample();
      Categorical prediction = Categorical.of(p);
      Target target = targets.draw(law.truth(p));
      sketch.add(prediction, target);
      if (before != null && targetBefore != null) {
        sketch.addPair(before, targetBefore, prediction, target);
        before = null;
      } else {
        before = prediction;
        targetBefore = target;
      }
    }
    return sketch;
  }

  private Tolerance reference(int n, Law law) {
    CalibrationReference reference = CalibrationReference.read(plan);
    reference.add(pane(n, law));
    return reference.tolerance(EPSILON, ALPHA);
  }

  /** Labels after which the evidence beyond the tolerance passes 1/α; −1 if it does not. */
  private int labelsUntil(Tolerance tolerance, Law law, int panes) {
    Sketch sketch = plan.empty();
    for (int k = 1; k <= panes; k++) {
      sketch.merge(pane(PANE, law));
      if (sketch.evidence().logEValueBeyond(tolerance) >= -Math.log(ALPHA)) {
        return k * PANE;
      }
    }
    return -1;
  }

  private List<Integer> runs(int runs, Law before, Law after, int panes) {
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      labels.add(labelsUntil(reference(1000, before), after, panes));
    }
    return labels;
  }

  private static long passed(List<Integer> labels) {
    return labels.stream().filter(n -> n > 0).count();
  }

  @Test
  void evidenceDoesNotPassWhileNothingIsWorseThanInTheReference() {
    Law overConfident = new Law(1.5, 0);

    assertThat(passed(runs(20, overConfident, overConfident, 40))).isLessThanOrEqualTo(2);
    assertThat(labelsUntil(Tolerance.within(EPSILON), overConfident, 40)).isPositive();
  }

  @Test
  void whatIsBetterThanTheReferenceIsTolerable() {
    assertThat(passed(runs(10, new Law(1.6, 0), new Law(1.25, 0), 40))).isZero();
  }

  @Test
  void evidencePassesOnceItIsWorse() {
    assertThat(passed(runs(10, new Law(1, 0), new Law(1.6, 0), 80))).isEqualTo(10);
    assertThat(passed(runs(10, new Law(1.4, 0.3), new Law(1.4, -0.6), 40))).isEqualTo(10);
  }

  /** At most α for what passes by chance and α for a reference that is off. */
  @Tag("simulation")
  @Test
  void theShareOfFalseAlarmsAndTheDelayToDetection() {
    tell(new Law(1, 0), new Law(1, 0), 0, 0.1);
    tell(new Law(1.5, 0), new Law(1.5, 0), 0, 0.1);
    tell(new Law(1.4, 0.5), new Law(1.4, 0.5), 0, 0.1);
    tell(new Law(1, 0), new Law(1.5, 0), 0.95, 1);
    tell(new Law(1.25, 0), new Law(2, 0), 0.85, 1);
    tell(new Law(1.4, 0.5), new Law(1.4, -0.5), 0.9, 1);
  }

  private void tell(Law before, Law after, double least, double most) {
    int runs = 400;
    List<Integer> labels = runs(runs, before, after, 80);
    double share = passed(labels) / (double) runs;
    System.out.printf(
        "%s, then %s: %.3f pass within 8000 labels, of these half by %d%n",
        before,
        after,
        share,
        labels.stream().filter(n -> n > 0).sorted().skip(passed(labels) / 2).findFirst().orElse(0));
    assertThat(share).isBetween(least, most);
  }

  @Test
  void theLimitsOfTheKernelStatisticsHoldWhatManyLabelsShow() {
    Law law = new Law(1.5, 0);
    CalibrationReference many = CalibrationReference.read(plan);
    many.add(pane(40_000, law));
    // With so many labels the limits are close to what they limit.
    Tolerance truth = many.tolerance(EPSILON, 0.5);
    int held = 0;
    for (int i = 0; i < 40; i++) {
      Tolerance tolerance = reference(600, law);
      held +=
          tolerance.residual() >= truth.residual()
                  && tolerance.skce(plan.space()) >= truth.skce(plan.space())
              ? 1
              : 0;
    }
    assertThat(truth.residual()).isGreaterThan(2 * EPSILON);
    assertThat(held).isBetween(33, 40);
  }

  @Test
  void isAsItWasWhenReadAgain() {
    CalibrationReference reference = CalibrationReference.read(plan);
    reference.add(pane(100, new Law(1.5, 0)));
    CalibrationReference again = CalibrationReference.read(plan, reference.toArray());
    Sketch more = pane(100, new Law(1.5, 0));
    reference.add(more);
    again.add(more);

    assertThat(again.toArray()).isEqualTo(reference.toArray());
    assertThat(again.labels()).isEqualTo(200);
    Tolerance tolerance = reference.tolerance(EPSILON, ALPHA);
    assertThat(Tolerance.read(plan.grid(), tolerance.toArray()).toArray())
        .isEqualTo(tolerance.toArray());
  }

  @Test
  void withoutLabelsOnlyWhatIsNearCalibrationIsTolerableToTheKernels() {
    Tolerance tolerance = CalibrationReference.read(plan).tolerance(EPSILON, ALPHA);

    assertThat(tolerance.residual()).isEqualTo(EPSILON);
    assertThat(tolerance.skce(plan.space()))
        .isEqualTo(Tolerance.within(EPSILON).skce(plan.space()));
  }

  @Test
  void needsAProfile() {
    SketchPlan bare = SketchPlan.of(plan.space(), null);

    assertThatThrownBy(() -> CalibrationReference.read(bare))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("profile");
  }
}
