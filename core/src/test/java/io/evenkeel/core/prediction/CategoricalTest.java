package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CategoricalTest {
  /** In floating point the sum of 0.333, 0.333 and 0.333 is farther from 1 than 0.001. */
  @Test
  void theSumMayBeAsFarFromOneAsTheToleranceItself() {
    for (double[] p : new double[][] {{0.333, 0.333, 0.333}, {0.3, 0.699}, {0.301, 0.7}}) {
      double sum = Arrays.stream(p).sum();
      assertThat(Categorical.of(0.001, p).probability(0)).isCloseTo(p[0] / sum, within(1e-15));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Categorical.of(0.001, new double[] {0.3, 0.69899}))
        .withMessageContaining("the sum of p must be 1 within 0.001, got 0.99899");
  }

  @Test
  void whatIsWrittenInPercentOrWithTwoDecimalsIsSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Categorical.of(37, 63))
        .withMessage("p[0] must lie in [0, 1], got 37.0; divide percentages by 100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Categorical.of(0.33, 0.33, 0.33))
        .withMessageEndingWith("got 0.99; give three decimals or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Categorical.of(0.333, 0.3))
        .withMessageEndingWith("got 0.633");
  }

  @Test
  void theSumOfManyRoundedNumbersMayBeFartherFromOne() {
    double[] p = new double[12];
    Arrays.fill(p, 0.0835);
    p[0] = 0.0875; // the sum is 1.006
    assertThat(Categorical.ofRounded(p).probability(1)).isCloseTo(0.0835 / 1.006, within(1e-15));

    p[0] = 0.0885;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Categorical.ofRounded(p))
        .withMessageContaining("the sum of p must be 1 within 0.006, got 1.00");
    assertThat(Categorical.toleranceOfRounded(2)).isEqualTo(0.001);
    assertThat(Categorical.toleranceOfRounded(1000)).isEqualTo(0.01);
  }
}
