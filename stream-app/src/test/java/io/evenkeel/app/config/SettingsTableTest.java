package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.DocumentSection;
import org.junit.jupiter.api.Test;

class SettingsTableTest {

  @Test
  void showsEverySettingWithTypeDefaultRangeAndMeaning() {
    assertThat(SettingsTable.markdown())
        .startsWith("| setting | type | default | allowed | meaning |\n| --- |")
        .contains(
            "| `http.port` | integer | `8080` | between 0 and 65535 | Port of the same; 0 takes"
                + " any free one. |\n")
        .contains("| `defaults.labels.delay` | unknown \\| independent | `unknown` |");
    assertThat(SettingsTable.markdown().lines())
        .hasSize(2 + AppConfig.SETTINGS.size() + ModelSettings.SETTINGS.size())
        .allMatch(line -> line.startsWith("| ") && line.endsWith(" |"));
  }

  @Test
  void isWhatTheReadmeSays() {
    DocumentSection.check("settings", SettingsTable.markdown());
  }
}
