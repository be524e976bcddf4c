package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MixtureTest {
  private static final Normal A = Normal.of(0, 1);
  private static final Laplace B = new Laplace(1, 2);

  @Test
  void flattensMixturesOfMixtures() {
    Mixture inner = Mixture.of(new double[] {0.25, 0.75}, List.of(A, B));
    Mixture outer = Mixture.of(new double[] {0.5, 0.5}, List.of(B, inner));

    assertThat(outer)
        .isEqualTo(Mixture.of(new double[] {0.5, 0.125, 0.375}, List.of(B, A, B)))
        .hasSameHashCodeAs(Mixture.of(new double[] {0.5, 0.125, 0.375}, List.of(B, A, B)));
    assertThat(outer.space()).isEqualTo(TargetSpace.reals(1));
  }

  @Test
  void namesTheWeightsThatAreNone() {
    assertThatThrownBy(() -> Mixture.of(new double[] {1.5, -0.5}, List.of(A, B)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weights[0]")
        .hasMessageContaining("1.5");
    assertThatThrownBy(() -> Mixture.of(new double[] {0.5, 0.25}, List.of(A, B)))
        .hasMessageContaining("0.75");
    assertThatThrownBy(() -> Mixture.of(new double[] {1}, List.of(A, B)))
        .hasMessageContaining("1 and 2");
    assertThatThrownBy(() -> Mixture.of(new double[0], List.of())).hasMessageContaining("weights");
  }

  @Test
  void rejectsComponentsOfDifferentSpaces() {
    assertThatThrownBy(
            () -> Mixture.of(new double[] {0.5, 0.5}, List.of(A, Categorical.of(0.5, 0.5))))
        .hasMessage("component 0 is of 1 real number, component 1 of 2 classes");
  }

  @Test
  void rejectsScalesThatAreNone() {
    assertThatThrownBy(() -> new Laplace(0, -0.25)).hasMessageContaining("-0.25");
    assertThatThrownBy(() -> new Laplace(0, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Laplace(Double.NEGATIVE_INFINITY, 1))
        .hasMessageContaining("-Infinity");
  }
}
