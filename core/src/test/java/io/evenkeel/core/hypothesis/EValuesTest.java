package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EValuesTest {

  private static double[] logs(double... e) {
    return Arrays.stream(e).map(Math::log).toArray();
  }

  /** Against the definition: every set of hypotheses. */
  @Test
  void namesWhatEverySetWithItRejects() {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      double[] e = random.doubles(6).map(u -> Math.exp(12 * u - 4)).toArray();
      boolean[] expected = new boolean[6];
      Arrays.fill(expected, true);
      for (int set = 1; set < 64; set++) {
        double sum = 0;
        for (int i = 0; i < 6; i++) {
          sum += (set >> i & 1) * e[i];
        }
        for (int i = 0; i < 6; i++) {
          expected[i] &= (set >> i & 1) == 0 || sum / Integer.bitCount(set) >= 100;
        }
      }
      assertThat(EValues.closed(logs(e), 0.01)).isEqualTo(expected);
    }
  }

  @Test
  void listsAsManyAsTheRateAllows() {
    assertThat(EValues.falseDiscovery(logs(60, 1, 26, 14, 2), 0.1))
        .containsExactly(true, false, true, false, false);
    assertThat(EValues.falseDiscovery(logs(49, 1, 2), 0.01)).containsOnly(false);
    assertThat(EValues.falseDiscovery(new double[0], 0.1)).isEmpty();
  }

  /** The more are rejected, the less each needs. */
  @Test
  void saysFromWhichEValueOnItLists() {
    assertThat(EValues.discoveredFrom(logs(60, 1, 26, 14, 2), 0.1))
        .isCloseTo(Math.log(5 / (2 * 0.1)), within(1e-12));
    assertThat(EValues.discoveredFrom(logs(49, 1, 2), 0.01))
        .isCloseTo(Math.log(300), within(1e-12));
    assertThat(EValues.discoveredFrom(logs(2), 0.01)).isEqualTo(-Math.log(0.01));
  }

  @Test
  void takesEValuesBeyondAllDoubles() {
    assertThat(EValues.closed(new double[] {1e6, -1e6, 5e5}, 0.01))
        .containsExactly(true, false, true);
    assertThat(EValues.logMean(1e6, -1e6)).isCloseTo(1e6 - Math.log(2), within(1e-6));
    assertThat(EValues.logMean()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void refuseALevelOutsideOfZeroAndOne() {
    for (double level : new double[] {0, 1, Double.NaN}) {
      String message = "level must lie in (0, 1), got " + level;
      assertThatThrownBy(() -> EValues.closed(logs(2), level)).hasMessage(message);
      assertThatThrownBy(() -> EValues.falseDiscovery(logs(2), level)).hasMessage(message);
    }
  }

  @Test
  void refuseWhatIsNoNumber() {
    double[] logs = {Double.NaN, Math.log(25)};

    assertThatThrownBy(() -> EValues.falseDiscovery(logs, 0.05)).hasMessageContaining("got NaN");
    assertThatThrownBy(() -> EValues.closed(logs, 0.05)).hasMessageContaining("got NaN");
  }
}
