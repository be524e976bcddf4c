package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedFaultTest {
  private static final TargetSpace TWO = TargetSpace.classes(2);
  private static final TargetSpace THREE = TargetSpace.classes(3);
  private static final TargetSpace NUMBER = TargetSpace.reals(1);

  /** A fault in a parameter, of the first class that can be shifted. */
  private static Deviation fault(TargetSpace space, Parameter parameter, double value) {
    RecalibrationFamily family =
        RecalibrationGrid.of(space).families().stream()
            .filter(of -> of.parameter() == parameter)
            .findFirst()
            .orElseThrow();
    return new Deviation(family, value, new Interval(value, value), false, 0, new Interval(0, 0));
  }

  private static Sketch sketch(TargetSpace space) {
    return SketchPlan.of(space, null).empty();
  }

  /** So many cases of one prediction, the first of which have the label 1. */
  private static Sketch labelled(PredictiveDistribution p, int cases, int ones) {
    Sketch sketch = sketch(p.space());
    for (int i = 0; i < cases; i++) {
      sketch.add(p, Target.ofClass(i < ones ? 1 : 0));
    }
    return sketch;
  }

  /** Targets at these numbers of standard deviations from the mean. */
  private static Sketch numbers(double... residuals) {
    Sketch sketch = sketch(NUMBER);
    for (double residual : residuals) {
      sketch.add(Normal.of(5, 2), Target.of(5 + 2 * residual));
    }
    return sketch;
  }

  @Test
  void saysHowSureTheMostProbableClassIsAndHowOftenItIsRight() {
    Sketch first = labelled(Categorical.of(0.03, 0.97), 100, 90);
    Sketch second = labelled(Categorical.of(0.99, 0.01), 100, 14);

    assertThat(ObservedFault.inWords(fault(TWO, Parameter.TEMPERATURE, 2), List.of(first, second)))
        .isEqualTo("Says 98 %, is right 88 %.");
  }

  @Test
  void saysHowOftenARareEventWasExpectedAndCame() {
    Sketch rare = labelled(Categorical.of(0.996, 0.004), 1000, 11);

    assertThat(ObservedFault.inWords(fault(TWO, Parameter.CLASS_LOG_ODDS, 1), List.of(rare)))
        .isEqualTo("Says 0.4 %, comes true 1.1 %.");
  }

  @Test
  void saysOfNumbersHowManyTheirIntervalsHold() {
    Sketch sketch = numbers(-3, -1.7, -1.6, -1, -0.1, 0.1, 1, 1.6, 1.7, 3);

    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.SCALE, 1.5), List.of(sketch)))
        .isEqualTo("Its 90 % intervals hold 60 %.");
  }

  @Test
  void saysOfNumbersHowManyLieOnTheSideOfTheBias() {
    Sketch sketch = numbers(-1, 0.1, 0.2, 1);

    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.LOCATION, 0.4), List.of(sketch)))
        .isEqualTo("75 % of targets lie above its median.");
    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.LOCATION, -0.4), List.of(sketch)))
        .isEmpty();
  }

  @Test
  void saysNothingWhereTheSumsPointTheOtherWay() {
    Sketch tooUnsure = labelled(Categorical.of(0.2, 0.8), 100, 90);
    Sketch tooWide = numbers(-1, 0, 1);

    assertThat(ObservedFault.inWords(fault(TWO, Parameter.TEMPERATURE, 2), List.of(tooUnsure)))
        .isEmpty();
    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.SCALE, 1.5), List.of(tooWide)))
        .isEmpty();
  }

  @Test
  void saysNothingOfOneOfThreeClasses() {
    Sketch sketch = labelled(Categorical.of(0.5, 0.3, 0.2), 100, 60);

    assertThat(ObservedFault.inWords(fault(THREE, Parameter.CLASS_LOG_ODDS, 1), List.of(sketch)))
        .isEmpty();
  }

  @Test
  void saysNothingOfEnsembles() {
    Sketch sketch = numbers(-3, 3);
    sketch.add(Ensemble.of(1, 2, 3), Target.of(2.5));

    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.SCALE, 1.5), List.of(sketch)))
        .isEmpty();
  }

  @Test
  void saysNothingWithoutCases() {
    assertThat(ObservedFault.inWords(fault(TWO, Parameter.TEMPERATURE, 2), List.of(sketch(TWO))))
        .isEmpty();
    assertThat(ObservedFault.inWords(fault(NUMBER, Parameter.SCALE, 2), List.of())).isEmpty();
  }
}
