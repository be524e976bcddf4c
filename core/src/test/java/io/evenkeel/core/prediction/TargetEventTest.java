package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetEvent.OneClass;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetEventTest {

  @Test
  void theTopLabelIsTheFirstOfTheMostProbableClasses() {
    Categorical p = Categorical.of(0.25, 0.375, 0.375);
    TargetEvent event = TargetEvent.topLabel(p);

    assertThat(event).isEqualTo(new OneClass(1, 3));
    assertThat(event.in(p)).isEqualTo(Categorical.of(0.625, 0.375));
    assertThat(event.of(Target.ofClass(1))).isEqualTo(Target.ofClass(1));
    assertThat(event.of(Target.ofClass(2))).isEqualTo(Target.ofClass(0));
  }

  /** 1 − p would say that the others cannot come. */
  @Test
  void keepsSmallProbabilitiesOfTheOthers() {
    Categorical event = new OneClass(0, 3).in(Categorical.of(1, 1e-20, 2e-20));

    assertThat(event.probability(0)).isEqualTo(3e-20, within(1e-30));
  }

  @Test
  void aThresholdHasTheProbabilityOfALargerNumber() {
    TargetEvent event = new Above(1.5);

    assertThat(event.in(Normal.of(0.5, 1)).probability(1))
        .isCloseTo(0.158655253931457, within(1e-12));
    assertThat(event.in(new Laplace(1.5, 3)).probability(1)).isCloseTo(0.5, within(1e-15));
    assertThat(
            event
                .in(
                    Mixture.of(
                        new double[] {0.25, 0.75},
                        List.of(new Laplace(1.5, 3), new Laplace(1e3, 1))))
                .probability(1))
        .isCloseTo(0.875, within(1e-12));
    assertThat(event.of(Target.of(1.5))).isEqualTo(Target.ofClass(0));
    assertThat(event.of(Target.of(1.6))).isEqualTo(Target.ofClass(1));
  }

  @Test
  void refusesPredictionsThatSayNothingOfIt() {
    Categorical two = Categorical.of(0.5, 0.5);
    Ensemble members = Ensemble.of(new double[][] {{1}, {2}});

    assertThatIllegalArgumentException().isThrownBy(() -> new OneClass(2, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OneClass(1, 3).in(two))
        .withMessage("the event is one of 3 classes, the prediction of 2 classes");
    assertThatIllegalArgumentException().isThrownBy(() -> new Above(1).in(two));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Above(1).in(members))
        .withMessageContaining("do not say how probable");
    assertThatIllegalArgumentException().isThrownBy(() -> new Above(Double.NaN));
  }
}
