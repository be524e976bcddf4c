package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.score.Interval;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ScoreDifferenceTest {
  private static final int RUNS = 300;
  private static final int STEPS = 2000;
  private static final double ALPHA = 0.1;

  /** Four standard errors above the level. */
  private static final double MOST = RUNS * ALPHA + 4 * Math.sqrt(RUNS * ALPHA * (1 - ALPHA));

  /** Larger by 0.3, then smaller by 0.3, so that the average falls back to 0 at the last step. */
  private static double drifting(int t) {
    return t <= STEPS / 2 ? 0.3 : -0.3;
  }

  /** In how many runs each of these happened at some step. */
  private static final class Counts {
    private int uncovered;
    private int larger;
    private int smaller;
  }

  /** Differences of −1 and 1 with these means, given the past. */
  private static Counts simulate(IntToDoubleFunction mean) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    double enough = -Math.log(ALPHA);
    Counts counts = new Counts();
    for (int run = 0; run < RUNS; run++) {
      ScoreDifference difference = new ScoreDifference(1);
      double sum = 0;
      boolean isCovered = true;
      boolean isLarger = false;
      boolean isSmaller = false;
      for (int t = 1; t <= STEPS; t++) {
        difference.add(random.nextDouble() < (1 + mean.applyAsDouble(t)) / 2 ? 1 : -1);
        sum += mean.applyAsDouble(t);
        isCovered = isCovered && (t % 5 != 0 || difference.interval(ALPHA).contains(sum / t));
        isLarger = isLarger || difference.logEOfLarger() >= enough;
        isSmaller = isSmaller || difference.logEOfSmaller() >= enough;
      }
      counts.uncovered += isCovered ? 0 : 1;
      counts.larger += isLarger ? 1 : 0;
      counts.smaller += isSmaller ? 1 : 0;
    }
    return counts;
  }

  private static ScoreDifference of(double bound, double... differences) {
    ScoreDifference difference = new ScoreDifference(bound);
    for (double one : differences) {
      difference.add(one);
    }
    return difference;
  }

  /** At level 0.1, 2 runs of 300 miss the average, 2 call it above 0, and 5 below. */
  @Test
  void seldomErrsOfEqualForecasters() {
    Counts counts = simulate(t -> 0);

    assertThat(counts.uncovered).isLessThan((int) MOST);
    assertThat(counts.larger).isLessThan((int) MOST);
    assertThat(counts.smaller).isLessThan((int) MOST);
  }

  /** The average is above 0 until the last step: 2 runs of 300 miss it, and all call it so. */
  @Test
  void coversAnAverageThatDrifts() {
    Counts counts = simulate(ScoreDifferenceTest::drifting);

    assertThat(counts.uncovered).isLessThan((int) MOST);
    assertThat(counts.larger).isEqualTo(RUNS);
    assertThat(counts.smaller).isLessThan((int) MOST);
  }

  /** The average is below 0 until the last step, although later differences are above. */
  @Test
  void takesGainsThatOnlyMakeUpForLossesForNone() {
    Counts counts = simulate(t -> -drifting(t));

    assertThat(counts.larger).isLessThan((int) MOST);
    assertThat(counts.smaller).isEqualTo(RUNS);
  }

  /** By 0.15 on average, in differences of −1 and 1. */
  @Test
  void findsTheBetterForecaster() {
    Counts counts = simulate(t -> 0.15);

    assertThat(counts.larger).isGreaterThan(RUNS * 9 / 10);
    assertThat(counts.smaller).isZero();
  }

  @Test
  void isSymmetric() {
    ScoreDifference one = of(2, 0.5, -0.25, 1.5, 0.125);
    ScoreDifference other = of(2, -0.5, 0.25, -1.5, -0.125);

    assertThat(one.logEOfLarger()).isEqualTo(other.logEOfSmaller());
    assertThat(one.logEOfSmaller()).isEqualTo(other.logEOfLarger());
    assertThat(one.mean()).isEqualTo(0.46875).isEqualTo(-other.mean());
    assertThat(one.interval(ALPHA).lower()).isEqualTo(-other.interval(ALPHA).upper());
  }

  @Test
  void dependsOnTheUnitOfTheScoreByAFactorOnly() {
    ScoreDifference one = of(2, 1, -0.5, 2);
    ScoreDifference half = of(1, 0.5, -0.25, 1);

    assertThat(one.logEOfLarger()).isEqualTo(half.logEOfLarger());
    assertThat(one.mean()).isEqualTo(2 * half.mean());
  }

  @Test
  void excludesZeroWhereAnEValueReachesHalfOfTheLevel() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(8);
    ScoreDifference difference = new ScoreDifference(1);
    for (int t = 0; t < 1000; t++) {
      difference.add(random.nextDouble() < 0.6 ? 0.5 : -0.5);
      boolean isReached = difference.logEOfLarger() >= Math.log(2 / ALPHA);
      assertThat(difference.interval(ALPHA).lower() > 0).isEqualTo(isReached);
    }
    assertThat(difference.interval(ALPHA).lower()).isPositive();
  }

  /** 2.4 times as wide as for that moment alone; the stitched boundary would be 3.5 times. */
  @Test
  void narrowsWithTheSteps() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(9);
    ScoreDifference difference = new ScoreDifference(2);
    for (int t = 0; t < 20_000; t++) {
      difference.add(random.nextBoolean() ? 0.1 : -0.1);
    }
    double half = 1.96 * 0.1 / Math.sqrt(20_000);
    Interval interval = difference.interval(0.05);

    assertThat(interval.upper() - interval.lower()).isBetween(4 * half, 5.5 * half);
  }

  @Test
  void knowsNothingBeforeTheFirstDifference() {
    ScoreDifference none = new ScoreDifference(2);

    assertThat(none.n()).isZero();
    assertThat(none.mean()).isNaN();
    assertThat(none.interval(ALPHA)).isEqualTo(new Interval(-2, 2));
    assertThat(none.logEOfLarger()).isCloseTo(0, within(1e-12));
  }

  @Test
  void goesOnWhereAnotherOneWas() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(10);
    ScoreDifference whole = new ScoreDifference(2);
    ScoreDifference resumed = new ScoreDifference(2);
    for (int t = 0; t < 500; t++) {
      double difference = 4 * random.nextDouble() - 2;
      whole.add(difference);
      resumed.add(difference);
      resumed = new ScoreDifference(2, resumed.state());
    }

    assertThat(resumed.state()).isEqualTo(whole.state());
    assertThat(resumed.mean()).isEqualTo(whole.mean());
    assertThat(resumed.interval(ALPHA)).isEqualTo(whole.interval(ALPHA));
    assertThat(resumed.logEOfLarger()).isEqualTo(whole.logEOfLarger());
    assertThat(resumed.logEOfSmaller()).isEqualTo(whole.logEOfSmaller());
  }

  @Test
  void takesEveryStateThatDifferencesLeave() {
    ScoreDifference extreme = new ScoreDifference(0.1);
    for (int t = 0; t < 10_000; t++) {
      extreme.add(t < 5_000 ? 0.1 : -0.1);
      assertThat(new ScoreDifference(0.1, extreme.state()).n()).isEqualTo(t + 1);
    }
  }

  @Test
  void refusesAStateThatNoDifferencesLeave() {
    assertThatThrownBy(() -> new ScoreDifference.State(-1, 0, 0)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new ScoreDifference.State(4, 2.1, 0)).hasMessageContaining("2.1");
    assertThatThrownBy(() -> new ScoreDifference.State(4, 0, 4.1)).hasMessageContaining("4.1");
    assertThatThrownBy(() -> new ScoreDifference.State(4, 0, -1)).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> new ScoreDifference.State(4, Double.NaN, 1))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new ScoreDifference.State(4, 1, Double.NaN))
        .hasMessageContaining("NaN");
  }

  @Test
  void refusesWhatIsOutOfItsBound() {
    ScoreDifference difference = new ScoreDifference(1);

    assertThatThrownBy(() -> difference.add(1.25)).hasMessageContaining("1.25");
    assertThatThrownBy(() -> difference.add(-1.25)).hasMessageContaining("[-1.0, 1.0]");
    assertThatThrownBy(() -> difference.add(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> difference.interval(1)).hasMessageContaining("1.0");
    assertThatThrownBy(() -> difference.interval(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new ScoreDifference(0)).hasMessageContaining("0.0");
    assertThat(difference.n()).isZero();
  }
}
