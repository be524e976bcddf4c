package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EProcessTest {
  private static List<BettingStrategy> strategies() {
    return List.of(
        new FixedBet(0.3),
        new Agrapa(0.5, 1),
        new ExponentiallyWeightedBet(0.9, 0.5, 1),
        new OnlineNewtonStep(0.5));
  }

  @Test
  void isTheWeightedMeanOfItsProducts() {
    EProcess process = EProcess.mixture(0.25, 0.75);

    process.multiply(Math.log(2), Math.log(0.5));
    process.multiply(Math.log(3), Math.log(0.5));

    assertThat(process.logValue()).isCloseTo(Math.log(0.25 * 6 + 0.75 * 0.25), within(1e-15));
  }

  @Test
  void remembersItsLargestValueInThePValue() {
    EProcess process = EProcess.single();
    assertThat(process.pValue()).isEqualTo(1);

    process.multiply(Math.log(40));
    process.multiply(Math.log(0.1));

    assertThat(process.pValue()).isCloseTo(1.0 / 40, within(1e-16));
    assertThat(process.reaches(0.05)).isFalse();
  }

  @Test
  void neverComesBackFromZero() {
    EProcess process = EProcess.single();

    process.multiply(Double.NEGATIVE_INFINITY);
    process.multiply(Double.POSITIVE_INFINITY);

    assertThat(process.logValue()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(process.pValue()).isEqualTo(1);
  }

  /** Also where all products are infinite: nothing that comes later takes it back. */
  @Test
  void neverComesBackFromInfinity() {
    EProcess process = EProcess.single();
    EDetector detector = EDetector.mixture(EDetector.Kind.CUSUM, 1);
    RestartedEProcess restarted = RestartedEProcess.mixture(1);
    for (double factor : new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1}) {
      process.multiply(factor);
      detector.multiply(factor);
      restarted.multiply(factor);
    }

    assertThat(process.logValue()).isInfinite().isPositive();
    assertThat(process.pValue()).isZero();
    assertThat(detector.logValue()).isInfinite().isPositive();
    assertThat(restarted.logValue()).isInfinite().isPositive();
  }

  @Test
  void isInfiniteOnceAFactorWas() {
    EProcess process = EProcess.mixture(0.5, 0.5);

    process.multiply(Double.POSITIVE_INFINITY, 0);
    process.multiply(-5, -5);

    assertThat(process.logValue()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(process.pValue()).isZero();
  }

  /** Ville: at most α of all runs; four standard errors above. */
  @ParameterizedTest
  @MethodSource("strategies")
  void seldomEverRejectsAFairGame(BettingStrategy strategy) {
    int runs = 1000;
    int rejected = 0;
    for (int run = 0; run < runs; run++) {
      rejected += reachesEver(strategy, new Random(run), 0.0) ? 1 : 0;
    }

    assertThat(rejected / (double) runs).isLessThan(0.05 + 4 * Math.sqrt(0.05 * 0.95 / runs));
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void winsAGameInItsFavour(BettingStrategy strategy) {
    for (int run = 0; run < 20; run++) {
      assertThat(reachesEver(strategy, new Random(run), 0.4)).isTrue();
    }
  }

  /** Payoffs ±1 with the given mean, 500 of them. */
  private static boolean reachesEver(BettingStrategy strategy, Random random, double mean) {
    EProcess process = EProcess.single();
    BettingStrategy.Bettor bettor = strategy.bettor(1);
    for (int t = 0; t < 500; t++) {
      double payoff = random.nextDouble() < (1 + mean) / 2 ? 1 : -1;
      process.multiply(Math.log1p(bettor.bet() * payoff));
      bettor.observe(payoff);
      assertThat(bettor.bet()).isBetween(0.0, 0.5);
      if (process.reaches(0.05)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void refusesWhatIsNoMixture() {
    assertThatThrownBy(() -> EProcess.mixture(0.5, 0.4)).hasMessageContaining("0.9");
    assertThatThrownBy(() -> EProcess.mixture(1.5, -0.5)).hasMessageContaining("-0.5");
    assertThatThrownBy(() -> EProcess.single().multiply(1, 2)).hasMessageContaining("2");
    assertThatThrownBy(() -> EProcess.single().multiply(Double.NaN)).hasMessageContaining("NaN");
  }

  @Test
  void refusesBetsThatCouldLoseMoreThanThereIs() {
    assertThatThrownBy(() -> new FixedBet(0.6).bettor(2)).hasMessageContaining("0.6");
    assertThatThrownBy(() -> new OnlineNewtonStep(1.1)).hasMessageContaining("1.1");
    // A bet of all there is could lose it all, where the gradient is infinite.
    assertThatThrownBy(() -> new OnlineNewtonStep(1)).hasMessageContaining("(0, 1), got 1.0");
  }

  @Test
  void refusesALevelOutsideOfZeroAndOne() {
    for (double alpha : new double[] {0, 1, 5, -1, Double.NaN}) {
      assertThatThrownBy(() -> EProcess.single().reaches(alpha))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("alpha must lie in (0, 1), got " + alpha);
    }
  }
}
