package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.topology.AlarmScores.Run;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AlarmScoresTest {
  private static final OptionalLong NO_FAULT = OptionalLong.empty();

  @Test
  void countsAlarmsBeforeTheFaultAsFalseAndTheFirstOneAfterItAsDetection() {
    AlarmScores scores =
        AlarmScores.of(
            List.of(new Run(0, 2000, OptionalLong.of(1000), 100, List.of(200L, 1250L, 1800L))));

    assertThat(scores.falseAlarms()).isEqualTo(1);
    assertThat(scores.falseAlarmRate()).isEqualTo(0.1);
    assertThat(scores.meanTimeBetweenFalseAlarms()).isEqualTo(10);
    assertThat(scores.meanDelay()).isEqualTo(2.5);
    assertThat(scores.missed()).isZero();
    assertThat(scores.meanTimeRatio()).isEqualTo(4);
  }

  @Test
  void putsStreamsOfAnyScaleTogetherByTheirWindows() {
    AlarmScores scores =
        AlarmScores.of(
            List.of(
                new Run(0, 1000, NO_FAULT, 100, List.of(500L)),
                new Run(0, 1_000_000, NO_FAULT, 100_000, List.of())));

    assertThat(scores.meanTimeBetweenFalseAlarms()).isEqualTo(20);
    assertThat(scores.missed()).isNaN();
  }

  @Test
  void whoNeverAlarmsMissesAllAndIsNeverWrong() {
    AlarmScores scores =
        AlarmScores.of(List.of(new Run(0, 2000, OptionalLong.of(0), 100, List.of())));

    assertThat(scores.missed()).isEqualTo(1);
    assertThat(scores.meanDelay()).isNaN();
    assertThat(scores.meanTimeRatio()).isZero();
  }
}
