package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.internal.EventCounts;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlertLinksTest {
  private static final String PAGE = "https://evenkeel.example/";
  private static final ModelSettings SETTINGS = AppConfig.of(Map.of()).model("m");

  private static Alert ofSeries() {
    SeriesKey series = new SeriesKey("m&n", "v 1", "country=CH");
    return MonitorFailed.of(
        series, SETTINGS, new IllegalStateException(), Instant.EPOCH, Instant.EPOCH);
  }

  private static Alert ofModel() {
    EventCounts counts = new EventCounts(0L, 0L, Map.of("wrong_space", 10L), 0L);
    return DeadLettersAlert.began("m", counts, SETTINGS, "dead", Instant.EPOCH);
  }

  @Test
  void linkAnAlertToItsSeries() {
    assertThat(new AlertLinks(PAGE).add(ofSeries()).getLink())
        .isEqualTo(PAGE + "#/series/m%26n%7Cv%201%7Ccountry%3DCH");
  }

  @Test
  void linkAnAlertOfAModelToThePage() {
    Alert alert = new AlertLinks(PAGE).add(ofModel());

    assertThat(alert.getLink()).isEqualTo(PAGE);
    assertThat(alert.getDescription()).endsWith(" Details: " + PAGE);
  }

  @Test
  void addTheSlashThatAnAddressLacks() {
    assertThat(new AlertLinks("https://evenkeel.example").add(ofModel()).getLink()).isEqualTo(PAGE);
  }

  @Test
  void addNothingWithoutAnAddress() {
    assertThat(new AlertLinks("").add(ofModel())).isEqualTo(ofModel());
  }

  @Test
  void addNothingTwice() {
    AlertLinks links = new AlertLinks(PAGE);
    Alert once = links.add(ofModel());

    assertThat(links.add(once)).isEqualTo(once);
  }
}
