package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppConfigTest {

  @Test
  void nothingIsIdleWithinTwoPublications() {
    assertThat(AppConfig.of(Map.of()).monitor().idleTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(AppConfig.of(Map.of("monitor.emit-interval", "30m")).monitor().idleTimeout())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void hasADefaultForEverything() {
    AppConfig config = AppConfig.of(Map.of());

    assertThat(config.applicationId()).isEqualTo("evenkeel");
    assertThat(config.kafka()).isEmpty();
    assertThat(config.topics().deadLetters()).isEqualTo("evenkeel.dead-letters");
    assertThat(config.models()).isEmpty();
    assertThat(config.model("any")).isEqualTo(ModelSettings.defaults());
  }

  @Test
  void givesAModelItsOwnSettingsOverTheSharedOnesOverTheDefaults() {
    AppConfig config =
        AppConfig.of(Map.of("defaults.window.size", "2h", "models.churn.v2.window.advance", "30m"));

    assertThat(config.knows("churn.v2")).isTrue();
    assertThat(config.knows("other")).isFalse();
    assertThat(config.model("churn.v2").window())
        .isEqualTo(
            new WindowSettings(Duration.ofHours(2), Duration.ofMinutes(30), Duration.ofMinutes(1)));
    assertThat(config.model("other").window())
        .isEqualTo(
            new WindowSettings(Duration.ofHours(2), Duration.ofMinutes(10), Duration.ofMinutes(1)));
  }

  @Test
  void namesTheModelWhoseSettingsDoNotFitTogether() {
    Map<String, String> settings = Map.of("models.churn.window.advance", "7m");

    assertThatThrownBy(() -> AppConfig.of(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "models.churn.window.size = '1h': is not a multiple of window.advance = 7m; choose"
                + " sizes of which one divides the other");
  }

  @Test
  void refusesAReferenceAtWhichNoWindowBegins() {
    Map<String, String> settings = Map.of("models.churn.drift.reference", "2026-03-01T00:15:00Z");

    assertThatThrownBy(() -> AppConfig.of(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "models.churn.drift.reference = '2026-03-01T00:15:00Z' (-D): is not the start of a"
                + " window, of which one begins every window.advance = 10m; the one before begins"
                + " at 2026-03-01T00:10:00Z");
  }

  @Test
  void hashesOnlyWithAKeyThatIsNeverShown() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("privacy.hash", "country")))
        .hasMessage("privacy.key: is missing; privacy.hash needs a secret to hash with");
    assertThatThrownBy(() -> AppConfig.of(Map.of("privacy.key", "short")))
        .hasMessageContaining("at least 16 characters")
        .hasMessageNotContaining("short");

    String key = "sixteen-or-more-characters";
    AppConfig config = AppConfig.of(Map.of("privacy.hash", "country", "privacy.key", key));
    assertThat(config.privacy().hash()).containsExactly("country");
    assertThat(config.toString()).doesNotContain(key);
  }

  @Test
  void refusesToDropWhatIsHashedOrMakesSegments() {
    Map<String, String> both =
        Map.of(
            "privacy.key", "sixteen-or-more-characters",
            "privacy.hash", "country",
            "privacy.drop", "age,country");
    assertThatThrownBy(() -> AppConfig.of(both))
        .hasMessage(
            "privacy.drop = 'age,country' (-D): names country, as privacy.hash does; use one");

    Map<String, String> segments =
        Map.of("models.churn.segments", "device,country+device", "privacy.drop", "country");
    assertThatThrownBy(() -> AppConfig.of(segments))
        .hasMessageStartingWith(
            "models.churn.segments = 'country+device' (-D): is by an attribute");
  }

  @Test
  void refusesModelsThatSilenceEachOther() {
    Map<String, String> circle =
        Map.of(
            "models.a.alert.inhibited-by", "b",
            "models.b.alert.inhibited-by", "c",
            "models.c.alert.inhibited-by", "a");

    assertThatThrownBy(() -> AppConfig.of(circle))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("alert.inhibited-by")
        .hasMessageContaining("leave one");
  }

  @Test
  void refusesAnUpstreamModelThatIsNotMonitored() {
    Map<String, String> misspelled =
        Map.of(
            "monitor.unknown-models", "false",
            "models.a.alert.inhibited-by", "sorce",
            "models.source.window.size", "1d");

    assertThatThrownBy(() -> AppConfig.of(misspelled))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("models.a.alert.inhibited-by")
        .hasMessageContaining("sorce");
  }

  @Test
  void letsOneModelSilenceAllOthers() {
    AppConfig config = AppConfig.of(Map.of("defaults.alert.inhibited-by", "source"));

    assertThat(config.model("any").alert().inhibitedBy()).containsExactly("source");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka.max.request.size", "kafka.producer.max.request.size"})
  void namesTheSizeOfARequestThatIsNoNumberOfBytes(String path) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(path, "16MB")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(path + " = '16MB'")
        .hasMessageContaining("must be a whole number of bytes");
  }
}
