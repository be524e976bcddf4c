package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.judge.Gaps.Gap;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesLifecycleTest {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final Gaps WEEKLY =
      new Gaps(0, List.of(new Gap(7 * DAY, 100 * DAY), new Gap(6 * DAY, 93 * DAY)));

  private static ModelSettings settings(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (String setting : settings) {
      all.put("defaults." + setting.split("=", -1)[0], setting.split("=", -1)[1]);
    }
    return AppConfig.of(all).defaults();
  }

  private static SeriesLifecycle absence(ModelSettings settings, Gaps gaps) {
    return absence(settings, gaps, Map.of());
  }

  private static SeriesLifecycle absence(
      ModelSettings settings, Gaps gaps, Map<Rule, AlertMemory> alerts) {
    SeriesMemory memory =
        new SeriesMemory(
            100 * DAY,
            100 * DAY,
            gaps,
            List.of(),
            SeriesMonitor.State.NONE,
            References.NONE,
            WindowMemory.NONE,
            alerts,
            Map.of(),
            List.of(),
            0,
            ExpectedScores.State.NONE);
    long newest = 100 * DAY - settings.window().advance().toMillis();
    return SeriesLifecycle.of(SeriesKey.whole("m", "3"), settings, memory, newest);
  }

  @Test
  void waitsThreeDaysForABusyModel() {
    assertThat(SeriesLifecycle.noDataAfter(settings(), Gaps.NONE)).isEqualTo(3 * DAY);
  }

  @Test
  void waitsThreeWindowsWhereTheseAreLonger() {
    ModelSettings settings = settings("window.size=7d", "window.advance=1d");

    assertThat(SeriesLifecycle.noDataAfter(settings, Gaps.NONE)).isEqualTo(21 * DAY);
  }

  @Test
  void waitsThreeTimesTheUsualGap() {
    assertThat(SeriesLifecycle.noDataAfter(settings(), WEEKLY)).isEqualTo(18 * DAY);
  }

  @Test
  void waitsAsLongAsItIsTold() {
    assertThat(SeriesLifecycle.noDataAfter(settings("alert.no-data-after=2h"), WEEKLY))
        .isEqualTo(DAY / 12);
  }

  @Test
  void comesInTheOrderMissedRetiredForgotten() {
    SeriesLifecycle absence = absence(settings(), Gaps.NONE);

    assertThat(absence.missedAt()).isEqualTo(103 * DAY);
    assertThat(absence.retiredAt()).isEqualTo(106 * DAY);
    assertThat(absence.forgottenAt()).isEqualTo(160 * DAY);
  }

  @Test
  void isForgottenOnlyAfterItCouldBeMissedTwice() {
    SeriesLifecycle absence = absence(settings("window.size=30d", "window.advance=1d"), Gaps.NONE);

    assertThat(absence.forgottenAt()).isEqualTo(280 * DAY);
  }

  /** As the settings and the guide for those on call say. */
  @Test
  void isForgottenSoonerOnlyWhereItIsMissedSooner() {
    assertThat(absence(settings("forget-after=1d"), Gaps.NONE).forgottenAt()).isEqualTo(106 * DAY);
    assertThat(
            absence(settings("forget-after=1d", "alert.no-data-after=6h"), Gaps.NONE).forgottenAt())
        .isEqualTo(101 * DAY);
    assertThat(
            absence(settings("forget-after=1d", "alert.no-data-after=0s"), Gaps.NONE).forgottenAt())
        .isEqualTo(101 * DAY);
  }

  @Test
  void isNeverMissedWhereNobodyWantsToKnowButRetiredStill() {
    SeriesLifecycle absence = absence(settings("alert.no-data-after=0s"), WEEKLY);

    assertThat(absence.missedAt()).isEqualTo(Long.MAX_VALUE);
    assertThat(absence.retiredAt()).isEqualTo(136 * DAY);
  }

  /** When a model stops as a whole, some series of it has the last prediction. */
  @Test
  void isRetiredOnlyIfOthersOfTheModelGoOn() {
    AlertMemory firing = new AlertMemory(Phase.FIRING, Severity.CRITICAL, DAY, DAY, 0, 0, 0);
    SeriesLifecycle absence = absence(settings(), Gaps.NONE, Map.of(Rule.MISCALIBRATION, firing));

    assertThat(absence.isRetired(at(106 * DAY, 100 * DAY + 1))).isFalse();
    assertThat(absence.isRetired(at(106 * DAY, 103 * DAY - 1))).isFalse();
    assertThat(absence.isRetired(at(106 * DAY, 103 * DAY))).isTrue();
    assertThat(absence.isRetired(at(106 * DAY - 1, 106 * DAY - 1))).isFalse();
    assertThat(absence.isRetired(at(130 * DAY, 129 * DAY))).isTrue();
  }

  private static Watermarks.Watermark at(long awaited, long predicted) {
    return new Watermarks.Watermark(awaited, awaited, awaited, predicted, true);
  }
}
