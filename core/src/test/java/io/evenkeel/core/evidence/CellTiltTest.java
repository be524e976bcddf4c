package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellTiltTest {
  private static final double[] MEANS = {0.4, 0};
  private static final double[] VARIANCES = {1.5, 0.7};

  private static CellTilt tilt(int d) {
    return CellTilt.of(cells(d), MEANS, VARIANCES);
  }

  private static CellTilt.Cells cells(int d) {
    return new CellTilt.Cells(d, Sketch::cellSums, cell -> "it predicts cell " + cell);
  }

  /** One residual in cell k, its part along e and the square of what is across. */
  private static double[] sums(int k, double along, double across) {
    double[] sums = new double[6];
    sums[3 * k] = 1;
    sums[3 * k + 1] = along;
    sums[3 * k + 2] = along * along + across;
    return sums;
  }

  @Test
  void isTheRatioOfNormalDensities() {
    double z = 0.9;
    double expected = z * z / 2 - Math.pow(z - 0.4, 2) / 3 - Math.log(1.5) / 2;

    assertThat(tilt(1).logRatio(1, sums(0, z, 0))).isCloseTo(expected, within(1e-14));
    // Of three numbers the two across have no mean.
    assertThat(tilt(3).logRatio(1, sums(0, z, 2)))
        .isCloseTo(expected + 1 - 2 / 3.0 - Math.log(1.5), within(1e-14));
  }

  /** By the trapezoidal rule, in each cell and at every part; the two beyond are χ² of one. */
  @ParameterizedTest
  @ValueSource(doubles = {0.125, 0.5, 1})
  void hasMeanOneIfCalibrated(double part) {
    double step = 0.1;
    for (int k = 0; k < 2; k++) {
      double mean = 0;
      for (double a = -14; a <= 14; a += step) {
        for (double b = -14; b <= 14; b += step) {
          double logRatio = tilt(2).logRatio(part, sums(k, a, b * b));
          mean += step * step * Math.exp(logRatio - (a * a + b * b) / 2) / (2 * Math.PI);
        }
      }
      assertThat(mean).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void isReadAsItWasWrittenAndSaysWhereWhatIsWrong() {
    DoubleBuffer state = DoubleBuffer.allocate(tilt(1).length());
    tilt(1).write(state);

    CellTilt read = CellTilt.read(cells(1), 2, state.flip());

    assertThat(read.logRatio(0.5, sums(1, 2, 0))).isEqualTo(tilt(1).logRatio(0.5, sums(1, 2, 0)));
    assertThat(read.describe()).isEqualTo("where it predicts cell 0 it is 0.4 sd too low");
    assertThat(CellTilt.of(cells(1), new double[] {0}, new double[] {1.96}).describe())
        .isEqualTo("where it predicts cell 0 its spread is 1.4 times too small");
  }
}
