package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class FalseAlarmBudgetTest {
  private static final FalseAlarmBudget ONE_PER_30_DAYS = new FalseAlarmBudget(1, 30 * 24);

  @Test
  void isSharedOutByWeight() {
    assertThat(ONE_PER_30_DAYS.level(1, 1000)).isCloseTo(0.001, within(1e-15));
    assertThat(ONE_PER_30_DAYS.level(3, 1000) + 997 * ONE_PER_30_DAYS.level(1, 1000))
        .isCloseTo(1, within(1e-12));
    assertThat(ONE_PER_30_DAYS.threshold(1, 1000, 1)).isCloseTo(720_000, within(1e-6));
    assertThat(ONE_PER_30_DAYS.threshold(1, 1000, 24)).isCloseTo(30_000, within(1e-6));
  }

  @Test
  void cannotBeSpentByOneLevelWhereItIsLarge() {
    FalseAlarmBudget generous = new FalseAlarmBudget(5, 720);
    assertThatThrownBy(() -> generous.level(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.5");
    assertThat(generous.threshold(1, 2, 1)).isEqualTo(288);
    assertThatThrownBy(() -> generous.level(3, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  /** 20 detectors on fair games, 200 periods of 50 steps: at most the budget of 2 per period. */
  @Test
  void boundsTheAlarmsOfAWholeFleet() {
    FalseAlarmBudget budget = new FalseAlarmBudget(2, 50);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);
    double threshold = budget.threshold(1, 20, 1);
    int alarms = 0;
    for (int series = 0; series < 20; series++) {
      EDetector detector = EDetector.single(EDetector.Kind.SHIRYAEV_ROBERTS);
      for (int t = 0; t < 200 * 50; t++) {
        detector.multiply(Math.log(random.nextBoolean() ? 1.5 : 0.5));
        if (detector.reaches(threshold)) {
          alarms++;
          detector.reset();
        }
      }
    }
    assertThat(alarms / 200.0).isBetween(0.5, 2.0);
  }
}
