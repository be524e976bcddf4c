package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.hypothesis.Hotelling;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TwoSampleTest {
  private static final double ALPHA = 0.05;
  private static final FeatureKernel KERNEL = FeatureKernel.gaussian(0.5);
  private static final double[][] LOCATIONS = {{0, 0}, {1, 0}, {0, 1}, {-1, -1}};

  private static double[][] sample(int n, double shift, Random random) {
    double[][] sample = new double[n][2];
    for (double[] x : sample) {
      x[0] = random.nextGaussian() + shift;
      x[1] = random.nextGaussian();
    }
    return sample;
  }

  private interface PValue {
    double of(double[][] x, double[][] y);
  }

  private static double rejections(PValue test, double shift, int n) {
    int rejected = 0;
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      double p = test.of(sample(n, 0, random), sample(n, shift, random));
      rejected += p <= ALPHA ? 1 : 0;
    }
    return rejected / 500.0;
  }

  private static double embedding(double[][] x, double[][] y) {
    MeanEmbeddingTest test = new MeanEmbeddingTest(KERNEL, 1e-2);
    return test.test(test.features(x, y, LOCATIONS), Hotelling.Law.F).pValue();
  }

  /** Four standard errors of the share of 500 repetitions. */
  @Test
  void testsKeepTheirSize() {
    double error = 4 * Math.sqrt(ALPHA * (1 - ALPHA) / 500);
    assertThat(rejections(TwoSampleTest::embedding, 0, 60)).isCloseTo(ALPHA, within(error));
    assertThat(rejections((x, y) -> new Mmd(KERNEL).linear(x, y).pValue(), 0, 400))
        .isCloseTo(ALPHA, within(error));
  }

  @Test
  void testsFindShifts() {
    assertThat(rejections(TwoSampleTest::embedding, 1.5, 60)).isGreaterThan(0.9);
    assertThat(rejections((x, y) -> new Mmd(KERNEL).linear(x, y).pValue(), 1.5, 400))
        .isGreaterThan(0.9);
  }

  @Test
  void haveAPOfOneForEqualSamples() {
    double[][] x = sample(20, 0, new Random(1));

    Mmd.Linear linear = new Mmd(KERNEL).linear(x, x);

    assertThat(linear.pValue()).isEqualTo(1);
    assertThat(linear.statistic()).isNaN();
    assertThat(embedding(x, x)).isEqualTo(1);
  }

  @Test
  void areDegenerateForSamplesThatAreTooSmall() {
    double[][] one = {{1, 2}};
    MeanEmbeddingTest test = new MeanEmbeddingTest(KERNEL, 1e-2);

    TestResult result = test.test(test.features(one, one, LOCATIONS), Hotelling.Law.F);

    assertThat(result.degenerate()).isTrue();
    assertThat(new Mmd(KERNEL).linear(one, one).pValue()).isEqualTo(1);
    assertThat(new Mmd(KERNEL).unbiased(one, one)).isNaN();
  }

  @Test
  void refuseSamplesThatAreNotPaired() {
    double[][] x = sample(3, 0, new Random(1));
    double[][] y = sample(4, 0, new Random(1));

    assertThatThrownBy(() -> new Mmd(KERNEL).linear(x, y)).hasMessageContaining("3 and 4");
    assertThatThrownBy(() -> KERNEL.apply(new double[2], new double[3]))
        .hasMessageContaining("2 and 3");
  }
}
