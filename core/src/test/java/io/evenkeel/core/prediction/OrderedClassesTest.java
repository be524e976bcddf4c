package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OrderedClassesTest {
  private static final OrderedClasses RATINGS = new OrderedClasses(3);

  @Test
  void aClassIsJudgedAsItsPlaceInTheOrder() {
    assertThat(RATINGS.in(Categorical.of(0.2, 0.5, 0.3))).isEqualTo(Counts.of(0, 0.2, 0.5, 0.3));
    assertThat(RATINGS.of(Target.ofClass(2))).isEqualTo(Target.of(2));
    assertThat(RATINGS.space()).isEqualTo(TargetSpace.classes(3));
  }

  @Test
  void otherPredictionsHaveNoOrder() {
    assertThatThrownBy(() -> RATINGS.in(Categorical.of(0.5, 0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the order is one of 3 classes, the prediction of 2 classes");
    assertThatThrownBy(() -> RATINGS.in(Normal.of(0, 1)))
        .hasMessageContaining("the prediction of 1 real number");
    assertThatThrownBy(() -> new OrderedClasses(5000)).hasMessageContaining("got 5000");
  }
}
