package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.score.Interval;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class SummedBernsteinTest {

  @Test
  void knowsNothingWithoutPayoffs() {
    assertThat(new SummedBernstein(2, 0.05).interval(0, 0, 0)).isEqualTo(new Interval(-2, 2));
    assertThatThrownBy(() -> new SummedBernstein(2, 1)).hasMessageContaining("1.0");
  }

  @Test
  void isSymmetric() {
    Interval up = new SummedBernstein(2, 0.05).interval(500, 40, 30);
    Interval down = new SummedBernstein(2, 0.05).interval(500, -40, 30);

    assertThat(up.lower()).isCloseTo(-down.upper(), within(1e-12));
    assertThat(up.upper()).isCloseTo(-down.lower(), within(1e-12));
    assertThat(up.contains(0.08)).isTrue();
  }

  /** At 20,000 payoffs of sd 0.1: three to four times as wide as one for that moment alone. */
  @Test
  void narrowsWithTheSample() {
    SummedBernstein sequence = new SummedBernstein(2, 0.05);
    double half = 1.96 * 0.1 / Math.sqrt(20_000);

    Interval interval = sequence.interval(20_000, 0, 20_000 * 0.01);

    assertThat(interval.upper()).isBetween(half, 4 * half);
  }

  /** Skewed payoffs of mean 0.1: of 500 runs of 400, at most a tenth ever leave the interval. */
  @Test
  void holdsAtAllTimes() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    SummedBernstein sequence = new SummedBernstein(1, 0.1);
    int left = 0;
    for (int run = 0; run < 500; run++) {
      double sum = 0;
      double squares = 0;
      boolean holds = true;
      for (int n = 1; n <= 400 && holds; n++) {
        double payoff = random.nextDouble() < 0.2 ? 1 : -0.125;
        sum += payoff;
        squares += payoff * payoff;
        holds = n % 10 != 0 || sequence.interval(n, sum, squares).contains(0.1);
      }
      left += holds ? 0 : 1;
    }
    assertThat(left).isLessThanOrEqualTo(50);
  }
}
