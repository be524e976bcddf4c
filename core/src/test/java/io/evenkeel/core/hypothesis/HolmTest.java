package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void adjustsEachForTheHypothesesThatAreLeft() {
    assertThat(Holm.adjust(0.03, 0.01, 0.04, 0.005))
        .containsExactly(new double[] {0.06, 0.03, 0.06, 0.02}, within(1e-15));
  }

  @Test
  void givesNoMoreThanOne() {
    assertThat(Holm.adjust(0.9, 0.6)).containsExactly(1, 1);
    assertThat(Holm.adjust()).isEmpty();
  }

  @Test
  void refusesWhatIsNoPValue() {
    assertThatThrownBy(() -> Holm.adjust(0.5, Double.NaN)).hasMessageContaining("NaN");
  }
}
