package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DrawnShareTest {

  /** Over all subsets. */
  @Test
  void isTheMeanOverAllSubsets() {
    double[] f = {0.5, 2, 3};
    double[] pool = {4, 3, 2};
    int[] cells = {0, 0, 0, 0, 1, 1, 1, 2, 2};
    for (int k = 1; k <= 4; k++) {
      double sum = 0;
      int subsets = 0;
      for (int set = 0; set < 512; set++) {
        if (Integer.bitCount(set) == k) {
          double product = 1;
          for (int i = 0; i < 9; i++) {
            product *= (set >> i & 1) == 1 ? f[cells[i]] : 1;
          }
          sum += product;
          subsets++;
        }
      }
      assertThat(DrawnShare.logExpectation(f, pool, k))
          .isCloseTo(Math.log(sum / subsets), within(1e-10));
    }
  }

  /** Around the variance of 30 at which counting ends, and far beyond. */
  @Test
  void isAsGoodByTheSaddlepointAsByCounting() {
    double[] f = {0.7, 1, 1.6};
    for (double[] pool :
        new double[][] {{50, 40, 28}, {50, 40, 32}, {50, 40, 33}, {400, 1, 30}, {200, 90, 500}}) {
      int k = (int) Math.round(0.5 * (pool[0] + pool[1] + pool[2]));
      assertThat(DrawnShare.logExpectation(f, pool, k)).isCloseTo(exact(f, pool, k), within(1e-4));
    }
  }

  /** By the product of polynomials, relative to the number of subsets. */
  private static double exact(double[] f, double[] pool, int k) {
    double[] mean = new double[k + 1];
    mean[0] = 1;
    double n = 0;
    for (int c = 0; c < f.length; c++) {
      for (int i = 0; i < pool[c]; i++) {
        n++;
        for (int j = k; j > 0; j--) {
          // mean[j] over subsets of j of n cases: the new case is among them in a share j / n.
          mean[j] = mean[j] * Math.max(0, n - j) / n + mean[j - 1] * f[c] * j / n;
        }
      }
    }
    return Math.log(mean[k]);
  }

  @Test
  void boundsSmallSharesOfLargePools() {
    double[] f = {0.5, 2};
    double[] pool = {60_000, 40_000};

    assertThat(DrawnShare.logExpectation(f, pool, 10)).isCloseTo(10 * Math.log(1.1), within(1e-12));
    assertThat(DrawnShare.logExpectation(f, pool, 50_000)).isFinite().isLessThan(50_000 * 0.1);
  }

  @Test
  void isNothingWithoutCases() {
    assertThat(DrawnShare.logExpectation(new double[] {1, 2}, new double[] {5, 5}, 0)).isZero();
  }
}
