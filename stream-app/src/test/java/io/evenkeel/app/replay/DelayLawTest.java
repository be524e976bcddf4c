package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class DelayLawTest {
  private static final int N = 10_000;

  @Test
  void isAlwaysTheSameWhenFixed() {
    assertThat(sampler(DelayLaw.fixed(Duration.ofHours(3))).get()).isEqualTo(Duration.ofHours(3));
  }

  @Test
  void meansTheMeanMedianOrTailOfItsFamily() {
    Duration day = Duration.ofDays(1);

    // P(delay > 1 day) is exp(-1), 1/2 and 1; of a Pareto law P(delay > 2 days) is 2^-1.5.
    assertShareLonger(new DelayLaw(DelayLaw.Kind.EXPONENTIAL, day, 1), day, Math.exp(-1));
    assertShareLonger(new DelayLaw(DelayLaw.Kind.LOGNORMAL, day, 2), day, 0.5);
    DelayLaw pareto = new DelayLaw(DelayLaw.Kind.PARETO, day, 1.5);
    assertShareLonger(pareto, day.minusMillis(1), 1);
    assertShareLonger(pareto, day.multipliedBy(2), Math.pow(2, -1.5));
  }

  @Test
  void endsWithinACentury() {
    Supplier<Duration> heaviest =
        sampler(new DelayLaw(DelayLaw.Kind.PARETO, Duration.ofDays(1), 0.01));

    assertThat(Stream.generate(heaviest).limit(100))
        .allSatisfy(delay -> assertThat(delay).isLessThanOrEqualTo(Duration.ofDays(36_525)));
  }

  @Test
  void refusesScalesAndShapesThatAreNotPositive() {
    assertThatThrownBy(() -> new DelayLaw(DelayLaw.Kind.EXPONENTIAL, Duration.ZERO, 1))
        .hasMessageContaining("PT0S");
    assertThatThrownBy(() -> new DelayLaw(DelayLaw.Kind.PARETO, Duration.ofDays(1), Double.NaN))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> DelayLaw.fixed(Duration.ofDays(-1))).hasMessageContaining("PT-24H");
  }

  private static void assertShareLonger(DelayLaw law, Duration limit, double expected) {
    long longer =
        Stream.generate(sampler(law)).limit(N).filter(d -> d.compareTo(limit) > 0).count();
    double standardError = Math.sqrt(expected * (1 - expected) / N);
    assertThat((double) longer / N).isCloseTo(expected, within(4 * standardError + 1e-12));
  }

  private static Supplier<Duration> sampler(DelayLaw law) {
    return law.sampler(RandomSource.XO_RO_SHI_RO_128_PP.create(7));
  }
}
