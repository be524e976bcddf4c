package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationsTest {
  private static final Categorical P = Categorical.of(0.5, 0.5);

  @Test
  void keepsPredictionsWithTheirTargets() {
    Observations sample = Observations.of(List.of(P), List.of(Target.ofClass(1)));

    assertThat(sample.size()).isEqualTo(1);
    assertThat(sample.prediction(0)).isEqualTo(P);
    assertThat(sample.target(0)).isEqualTo(Target.ofClass(1));
  }

  @Test
  void rejectsAPredictionWithoutATarget() {
    assertThatThrownBy(() -> Observations.of(List.of(P, P), List.of(Target.ofClass(0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 predictions and 1 targets");
  }

  @Test
  void rejectsTargetsOutsideTheSpaceOfTheirPrediction() {
    assertThatThrownBy(() -> Observations.of(List.of(P), List.of(Target.ofClass(2))))
        .hasMessageContaining("target 0")
        .hasMessageContaining("2 classes");
    assertThatThrownBy(() -> Observations.of(List.of(P), List.of(Target.of(0.25))))
        .hasMessageContaining("0.25");
  }

  @Test
  void rejectsPredictionsOfDifferentSpaces() {
    Categorical three = Categorical.of(0.5, 0.25, 0.25);
    List<Target> targets = List.of(Target.ofClass(0), Target.ofClass(0));

    assertThatThrownBy(() -> Observations.of(List.of(P, three), targets))
        .hasMessage("prediction 0 is of 2 classes, prediction 1 of 3 classes");
  }
}
