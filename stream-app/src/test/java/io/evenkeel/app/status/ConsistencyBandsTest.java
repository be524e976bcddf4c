package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ConsistencyBandsTest {

  @Test
  void holdTheFrequencyOfACalibratedBinAsOftenAsTheySay() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    int n = 40;
    int repetitions = 20_000;
    int inside = 0;
    // Confidences of one bin, from 0.6 to 0.7: their mean is 0.65.
    List<Double> band = ConsistencyBands.ofFrequencies(List.of((long) n), List.of(0.65)).get(0);
    for (int repetition = 0; repetition < repetitions; repetition++) {
      int came = 0;
      for (int i = 0; i < n; i++) {
        came += random.nextDouble() < 0.6 + 0.1 * (i + 0.5) / n ? 1 : 0;
      }
      double frequency = (double) came / n;
      inside += frequency >= band.get(0) && frequency <= band.get(1) ? 1 : 0;
    }

    assertThat((double) inside / repetitions).isBetween(ConsistencyBands.LEVEL, 0.99);
  }

  @Test
  void areAPointWhereThePredictionIsCertain() {
    assertThat(ConsistencyBands.ofFrequencies(List.of(7L, 5L), List.of(1.0, 0.0)))
        .containsExactly(List.of(1.0, 1.0), List.of(0.0, 0.0));
  }

  @Test
  void areNotDrawnForABinWithoutPredictions() {
    assertThat(ConsistencyBands.ofFrequencies(List.of(0L), List.of(Double.NaN)))
        .containsExactly((List<Double>) null);
  }

  @Test
  void ofAHistogramAreTheQuantilesOfABinomialLaw() {
    // 100 targets in 4 bins: binomial with n = 100, p = 1/4, from tables 17 and 34.
    assertThat(ConsistencyBands.ofUniformCounts(List.of(25L, 25L, 25L, 25L)))
        .containsExactly(17, 34);
  }
}
