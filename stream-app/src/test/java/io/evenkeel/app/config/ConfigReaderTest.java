package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
  @TempDir Path folder;

  @Test
  void prefersOptionsToTheEnvironmentToTheFileToDefaults() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("c.yaml"), "{http: {host: file, port: 1}, topics: {labels: file}}");

    AppConfig config =
        new ConfigReader()
            .file(file)
            .environment(Map.of("EVENKEEL__HTTP_HOST", "env", "EVENKEEL__HTTP_PORT", "2"))
            .options(Map.of("http.port", "3"))
            .read();

    assertThat(config.topics().predictions()).isEqualTo("evenkeel.predictions");
    assertThat(config.topics().labels()).isEqualTo("file");
    assertThat(config.http().host()).isEqualTo("env");
    assertThat(config.http().port()).isEqualTo(3);
  }

  @Test
  void prefersTheFileToWhatAnImageBrings() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "http: {host: file}");
    Map<String, String> variables =
        Map.of(
            "EVENKEEL_DEFAULT__HTTP_HOST", "image",
            "EVENKEEL_DEFAULT__HTTP_PORT", "1",
            "EVENKEEL_DEFAULT__KAFKA_STATE_DIR", "/image",
            "EVENKEEL__HTTP_PORT", "2");

    AppConfig config = new ConfigReader().image(variables).file(file).environment(variables).read();

    assertThat(config.http().host()).isEqualTo("file");
    assertThat(config.http().port()).isEqualTo(2);
    assertThat(config.kafka()).containsEntry("state.dir", "/image");
  }

  @Test
  void takesThePathOfAReferenceAsRelativeToTheFileThatGivesIt() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("c.yaml"),
            "{defaults: {drift: {reference: 'file:past/data.yaml'}},"
                + " models: {churn: {drift.reference: previous}}}");

    AppConfig config = new ConfigReader().file(file).read();
    AppConfig given = AppConfig.of(Map.of("defaults.drift.reference", "file:data.yaml"));

    assertThat(config.model("other").drift().file()).contains(folder.resolve("past/data.yaml"));
    assertThat(config.model("other").drift().pinned()).isEmpty();
    assertThat(config.model("churn").drift().file()).isEmpty();
    assertThat(given.defaults().drift().file()).contains(Path.of("data.yaml"));
    assertThatThrownBy(() -> AppConfig.of(Map.of("defaults.drift.reference", "file:")))
        .hasMessageContaining("defaults.drift.reference")
        .hasMessageContaining("file: and a path");
  }

  @Test
  void prefersWhatIsSaidOfAModelToWhatIsSaidOfAll() {
    AppConfig config =
        new ConfigReader()
            .environment(Map.of("EVENKEEL__MODELS_CHURN_LABELS_MIN", "5"))
            .options(Map.of("defaults.labels.min", "7"))
            .read();

    assertThat(config.model("churn").labels().min()).isEqualTo(5);
    assertThat(config.model("other").labels().min()).isEqualTo(7);
  }

  @Test
  void namesTheSourceOfAMistake() {
    Map<String, String> option = Map.of("http.port", "-1");
    Map<String, String> variable = Map.of("EVENKEEL__HTTP_PORT", "-1");

    assertThatThrownBy(() -> new ConfigReader().options(option).read())
        .hasMessageStartingWith("http.port = '-1' (-D): ");
    assertThatThrownBy(() -> new ConfigReader().environment(variable).read())
        .hasMessageStartingWith("http.port = '-1' (environment variable EVENKEEL__HTTP_PORT): ");
  }

  @Test
  void refusesAVariableOfAModelThatIsListedInOtherCase() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "models: {Churn_v-2: {}}");
    String meant = "EVENKEEL__models_Churn___v__2_window_size";

    assertThatThrownBy(
            () ->
                new ConfigReader()
                    .file(file)
                    .environment(Map.of("EVENKEEL__MODELS_CHURN___V__2_WINDOW_SIZE", "2d")))
        .hasMessage(
            "models.churn_v-2.window.size (environment variable"
                + " EVENKEEL__MODELS_CHURN___V__2_WINDOW_SIZE): is of no model that is listed; name"
                + " the variable "
                + meant);
    AppConfig config = new ConfigReader().file(file).environment(Map.of(meant, "2d")).read();
    assertThat(config.models()).containsOnlyKeys("Churn_v-2");
    assertThat(config.model("Churn_v-2").window().size()).isEqualTo(Duration.ofDays(2));
  }

  @Test
  void takesAVariableOfAModelBesideOneInOtherCase() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "models: {Churn: {}, churn: {}}");

    AppConfig config =
        new ConfigReader()
            .file(file)
            .environment(Map.of("EVENKEEL__MODELS_CHURN_LABELS_MIN", "5"))
            .read();

    assertThat(config.model("churn").labels().min()).isEqualTo(5);
    assertThat(config.model("Churn").labels().min()).isNotEqualTo(5);
  }

  @Test
  void refusesUnknownOptions() {
    assertThatThrownBy(() -> new ConfigReader().options(Map.of("models.churn.windw.size", "1d")))
        .hasMessage(
            "models.churn.windw.size (-D): there is no such setting; did you mean"
                + " models.churn.window.size?");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "modles.x, did you mean models.*?",
        "kafak.x, did you mean kafka.*?",
        "modles.churn.window.size, did you mean models.NAME.window.size?",
        "colour, 'evenkeel describe config' lists all"
      })
  void suggestsNoSettingThatIsNothingLikeTheUnknownOne(String path, String hint) {
    assertThatThrownBy(() -> new ConfigReader().options(Map.of(path, "1")))
        .hasMessage(path + " (-D): there is no such setting; " + hint);
  }

  @Test
  void keepsTheApplicationIdInOnePlace() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("kafka.application.id", "x")))
        .hasMessage("kafka.application.id (-D): has a setting of its own; use application-id");
  }
}
