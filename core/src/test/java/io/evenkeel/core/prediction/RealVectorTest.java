package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RealVectorTest {
  @Test
  void bothZerosAreTheSameNumber() {
    assertThat(Target.of(-0.0, 1)).isEqualTo(Target.of(0.0, 1)).hasToString("[0.0, 1.0]");
    assertThat(Target.of(-0.0, 1).hashCode()).isEqualTo(Target.of(0.0, 1).hashCode());
  }

  @Test
  void everyCoordinateIsFinite() {
    assertThatThrownBy(() -> Target.of(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("target[1] must be finite, got NaN");
  }
}
