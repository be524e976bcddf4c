package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class IsotonicRegressionTest {

  @Test
  void poolsNeighboursThatFallByTheirWeights() {
    IsotonicRegression pools =
        IsotonicRegression.of(new double[] {1, 4, 1, 5, 5}, new double[] {1, 1, 2, 1, 1});

    assertThat(pools.fitted()).containsExactly(1, 2, 2, 5, 5);
    assertThat(pools.pools()).isEqualTo(4);
    assertThat(pools.start(1)).isEqualTo(1);
    assertThat(pools.end(1)).isEqualTo(3);
    assertThat(pools.mean(1)).isEqualTo(2);
  }

  @Test
  void leavesNothingAlone() {
    assertThat(IsotonicRegression.of(new double[0], new double[0]).fitted()).isEmpty();
  }

  /** By the formula of minima over maxima of means (Robertson, Wright and Dykstra 1988). */
  @Test
  void isTheNearestSequence() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);
    double[] y = random.doubles(60).toArray();
    double[] w = random.doubles(60, 0.1, 3).toArray();
    double[] fitted = IsotonicRegression.of(y, w).fitted();
    for (int i = 0; i < y.length; i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int from = 0; from <= i; from++) {
        double least = Double.POSITIVE_INFINITY;
        for (int to = i; to < y.length; to++) {
          least = Math.min(least, mean(y, w, from, to));
        }
        largest = Math.max(largest, least);
      }
      assertThat(fitted[i]).isCloseTo(largest, within(1e-12));
    }
  }

  private static double mean(double[] y, double[] w, int from, int to) {
    double sum = 0;
    for (int k = from; k <= to; k++) {
      sum += w[k] * y[k];
    }
    return sum / Arrays.stream(w, from, to + 1).sum();
  }
}
