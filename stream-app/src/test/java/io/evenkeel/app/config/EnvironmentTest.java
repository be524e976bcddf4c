package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

  @ParameterizedTest
  @CsvSource({
    "EVENKEEL__APPLICATION__ID, application-id",
    "EVENKEEL__KAFKA_BOOTSTRAP_SERVERS, kafka.bootstrap.servers",
    "EVENKEEL__KAFKA_LISTENER_NAME_SASL___SSL_X, kafka.listener.name.sasl_ssl.x",
    "EVENKEEL__SERDE_PROPERTIES_SCHEMA_REGISTRY_URL, serde.properties.schema.registry.url",
    "EVENKEEL__serde_properties_avroRecordType, serde.properties.avroRecordType",
    "EVENKEEL__MONITOR_EMIT__INTERVAL, monitor.emit-interval",
    "EVENKEEL__DEFAULTS_WINDOW_SIZE, defaults.window.size",
    "EVENKEEL__MODELS_CHURN_WINDOW_SIZE, models.churn.window.size",
    "EVENKEEL__MODELS_CHURN___V2_LABELS_MIN__COVERAGE, models.churn_v2.labels.min-coverage",
    "EVENKEEL__models_Churn_window_size, models.Churn.window.size",
  })
  void mapsANameToOnePath(String variable, String path) {
    assertThat(Environment.read(Map.of(variable, "x")).keySet()).singleElement().hasToString(path);
  }

  @Test
  void leavesVariablesOfOthersAlone() {
    Map<String, String> variables =
        Map.of("PATH", "/bin", "EVENKEEL_PORT", "tcp://10.0.0.1:80", "EVENKEEL_CONFIG", "c.yaml");

    assertThat(Environment.read(variables)).isEmpty();
  }

  @Test
  void reachesEverySetting() {
    for (Setting<?> setting : AppConfig.SETTINGS) {
      String path = setting.path().replace("*", "x");
      assertThat(Environment.read(Map.of(variable(path), "x")).keySet())
          .singleElement()
          .hasToString(path);
    }
    for (Setting<?> setting : ModelSettings.SETTINGS) {
      String path = "models.my-model_1." + setting.path();
      assertThat(Environment.read(Map.of(variable(path), "x")).keySet())
          .singleElement()
          .isEqualTo(new Settings.Place("models.my-model_1.", setting.path()));
    }
  }

  private static String variable(String path) {
    return "EVENKEEL__"
        + path.replace("_", "\0")
            .replace("-", "__")
            .replace(".", "_")
            .replace("\0", "___")
            .toUpperCase(java.util.Locale.ROOT);
  }

  @Test
  void refusesTwoVariablesForOneSetting() {
    Map<String, String> variables = Map.of("EVENKEEL__HTTP_PORT", "1", "EVENKEEL__http_port", "2");

    assertThatThrownBy(() -> Environment.read(variables))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "http.port (environment variable EVENKEEL__http_port): is given twice, first by"
                + " environment variable EVENKEEL__HTTP_PORT");
  }

  @Test
  void refusesNamesThatCannotBeRead() {
    Map<String, String> variables = Map.of("EVENKEEL__KAFKA____X", "1");

    assertThatThrownBy(() -> Environment.read(variables))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "environment variable EVENKEEL__KAFKA____X: has 4 underscores in a row; ");
  }

  @Test
  void refusesUnknownSettings() {
    Map<String, String> variables = Map.of("EVENKEEL__WINDOW_SIZE", "1d");

    assertThatThrownBy(() -> new ConfigReader().environment(variables))
        .hasMessage(
            "window.size (environment variable EVENKEEL__WINDOW_SIZE): there is no such setting;"
                + " did you mean defaults.window.size?");
  }
}
