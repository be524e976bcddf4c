package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings make panes that cannot be added up with those of others. */
class PaneFormTest {
  private static int formWith(String setting, String value) {
    return AppConfig.of(Map.of("defaults." + setting, value)).model("any").paneForm();
  }

  private static final int DEFAULT = AppConfig.of(Map.of()).model("any").paneForm();

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "window.advance=5m",
        "classes=no,yes",
        "labels.rows-per-outcome=3",
        "labels.lag=1h",
        "evidence.label-noise=0.001",
        "profile.reservoir=500",
        "profile.seed=7",
        "calibration=top-label"
      })
  void isAnotherOneWithThese(String setting, String value) {
    assertThat(ModelSettings.PANE_FORM).contains(setting);
    assertThat(formWith(setting, value)).isNotEqualTo(DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {"window.size=2h", "labels.wait=7d", "evidence.alpha=0.05", "segments=country"})
  void isTheSameWithOthers(String setting, String value) {
    assertThat(formWith(setting, value)).isEqualTo(DEFAULT);
  }

  @Test
  void isTheSameOnEveryMachine() {
    assertThat(DEFAULT).isEqualTo(-109_404_500);
  }
}
