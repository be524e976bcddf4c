package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EDetectorTest {

  @Test
  void sumsOrMaximisesOverAllStarts() {
    EDetector sum = EDetector.single(EDetector.Kind.SHIRYAEV_ROBERTS);
    EDetector largest = EDetector.single(EDetector.Kind.CUSUM);
    for (double factor : new double[] {2, 0.25, 3}) {
      sum.multiply(Math.log(factor));
      largest.multiply(Math.log(factor));
    }

    // Starts at 1, 2 and 3: products 1.5, 0.75 and 3.
    assertThat(Math.exp(sum.logValue())).isCloseTo(5.25, within(1e-14));
    assertThat(Math.exp(largest.logValue())).isCloseTo(3, within(1e-14));
  }

  @ParameterizedTest
  @EnumSource
  void beginsAnewAfterAReset(EDetector.Kind kind) {
    EDetector detector = EDetector.mixture(kind, 0.5, 0.5);
    detector.multiply(3, 4);

    detector.reset();

    assertThat(detector.logValue()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** Means of 400 run lengths with fair factors; the threshold less three standard errors. */
  @ParameterizedTest
  @EnumSource
  void runsForTheThresholdOnAverageBeforeAFalseAlarm(EDetector.Kind kind) {
    int threshold = 50;
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < 400; run++) {
      int length = runLength(kind, threshold, new Random(run));
      sum += length;
      squares += (double) length * length;
    }

    double mean = sum / 400;
    double error = Math.sqrt((squares / 400 - mean * mean) / 400);
    assertThat(mean).isGreaterThan(threshold - 3 * error);
  }

  private static int runLength(EDetector.Kind kind, int threshold, Random random) {
    EDetector detector = EDetector.single(kind);
    int t = 0;
    while (!detector.reaches(threshold)) {
      detector.multiply(Math.log(random.nextBoolean() ? 1.5 : 0.5));
      t++;
    }
    return t;
  }

  @Test
  void refusesAThresholdThatIsNotPositive() {
    for (double threshold : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> EDetector.single(EDetector.Kind.CUSUM).reaches(threshold))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("threshold");
    }
  }
}
