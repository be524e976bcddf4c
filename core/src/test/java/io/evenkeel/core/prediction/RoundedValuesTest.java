package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundedValuesTest {
  private final Random random = new Random(5);

  private static boolean areCoarse(double... values) {
    return RoundedValues.areCoarse(values, 0, values.length);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-7, 0.01, 0.1, 0.125, 0.2, 0.25, 0.5, 1, 10, 2000})
  void seesTheGridsOfRoundedNumbers(double step) {
    double[] near = {step * 2793, step * 2797, step * 2802, step * 2811};
    float[] single = {(float) near[0], (float) near[1], (float) near[2], (float) near[3]};

    assertThat(areCoarse(near)).isTrue();
    assertThat(areCoarse(single[0], single[1], single[2], single[3])).isTrue();
    assertThat(areCoarse(-near[1] - step / 3, -near[0])).isFalse();
  }

  @Test
  void seesThemInWhatIsComputed() {
    assertThat(areCoarse(285.4 - 273.15, 285.7 - 273.15, 286.1 - 273.15)).isTrue();
    assertThat(areCoarse(0.1 - 0.3 + 0.2, 0.3, 0.7)).isTrue();
  }

  @Test
  void takesRoundedNumbersWithManyStepsBetweenThemForRealOnes() {
    assertThat(areCoarse(27.93, 28.04, 28.21)).isFalse();
    assertThat(areCoarse(27.93, 28.02, 28.21)).isTrue();
    assertThat(areCoarse(103, 114, 127)).isFalse();
    assertThat(areCoarse(0.1, 1.1, 2.3)).isFalse();
  }

  @Test
  void seesNoGridInRealNumbers() {
    for (int i = 0; i < 100_000; i++) {
      double scale = Math.pow(10, random.nextInt(-6, 6));
      double[] values =
          random.doubles(2 + i % 8, 0, scale).map(x -> 3 * scale + x).sorted().toArray();

      assertThat(areCoarse(values)).as("%s", Arrays.toString(values)).isFalse();
    }
  }

  @Test
  void aLoneValueIsComparedWithTheEndsElseByItsDigits() {
    assertThat(areCoarse(12.3)).isTrue();
    assertThat(areCoarse(1234567)).isTrue();
    assertThat(areCoarse(12.3456789)).isFalse();
    assertThat(RoundedValues.areCoarse(new double[] {0, 0, 0.5}, 2, 3)).isTrue();
    assertThat(RoundedValues.areCoarse(new double[] {0, 0, 3.2}, 2, 3)).isFalse();
    assertThat(RoundedValues.areCoarse(new double[] {3.5, 4, 4}, 0, 1)).isTrue();
  }
}
