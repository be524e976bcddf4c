package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
  @TempDir Path folder;

  private AppConfig read(String yaml) {
    try {
      Path file = Files.writeString(folder.resolve("evenkeel.yaml"), yaml);
      return new ConfigReader().file(file).read();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void readsEverySection() {
    AppConfig config =
        read(
            """
            application-id: watch
            kafka:
              bootstrap.servers: broker:9092
              security:
                protocol: SSL
            topics:
              predictions: p
            serde:
              serializer: com.example.Writer
              properties:
                schema.registry.url: http://registry:8081
            http:
              port: 0
            monitor:
              emit-interval: 500ms
              unknown-models: false
            defaults:
              window:
                size: 2h
            models:
              churn:
                classes: [stays, leaves, "moves, far"]
                segments:
                  - country
                labels: {wait: P30D, min-coverage: 0.9, delay: independent}
                evidence: {alpha: 1e-3}
              fraud.v2:
            """);

    assertThat(config.applicationId()).isEqualTo("watch");
    assertThat(config.kafka())
        .isEqualTo(Map.of("bootstrap.servers", "broker:9092", "security.protocol", "SSL"));
    assertThat(config.topics().predictions()).isEqualTo("p");
    assertThat(config.topics().labels()).isEqualTo("evenkeel.labels");
    assertThat(config.serde().serializer()).isEqualTo("com.example.Writer");
    assertThat(config.serde().properties())
        .isEqualTo(Map.of("schema.registry.url", "http://registry:8081"));
    assertThat(config.http().port()).isZero();
    assertThat(config.monitor().emitInterval()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.monitor().monitorUnknownModels()).isFalse();
    assertThat(config.models()).containsOnlyKeys("churn", "fraud.v2");
    assertThat(config.model("fraud.v2")).isEqualTo(config.defaults());
    ModelSettings churn = config.model("churn");
    assertThat(churn.window().size()).isEqualTo(Duration.ofHours(2));
    assertThat(churn.classes()).isEqualTo(List.of("stays", "leaves", "moves, far"));
    assertThat(churn.segments()).isEqualTo(List.of("country"));
    assertThat(churn.labels().maxWait()).isEqualTo(Duration.ofDays(30));
    assertThat(churn.labels().minCoverage()).hasValue(0.9);
    assertThat(churn.labels().delayIndependent()).isTrue();
    assertThat(churn.evidence().alpha()).isEqualTo(0.001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "---\n", "models:\n", "kafka:\ndefaults: {}\n"})
  void takesDefaultsWhereNothingIsSaid(String yaml) {
    assertThat(read(yaml)).isEqualTo(AppConfig.of(Map.of()));
  }

  @Test
  void takesLevelsWithDotsAsWellAsNested() {
    AppConfig config =
        read("defaults.window.size: 2h\nmodels.a.b.labels.min: 5\nmodels: {c: {alert.windows: 9}}");

    assertThat(config.defaults().window().size()).isEqualTo(Duration.ofHours(2));
    assertThat(config.model("a.b").labels().min()).isEqualTo(5);
    assertThat(config.model("c").alert().windows()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "defaults: {windw: {size: 1h}} # defaults.windw.size (evenkeel.yaml, line 1): there is no"
            + " such setting; did you mean defaults.window.size?",
        "models: {churn: {window: {sise: 1h}}} # models.churn.window.sise (evenkeel.yaml, line 1):"
            + " there is no such setting; did you mean models.churn.window.size?",
        "models: {churn: {v2: {window: {size: 1h}}}} # models.churn.v2.window.size (evenkeel.yaml,"
            + " line 1): there is no such setting; did you mean models.churn.window.size?",
        "window: {size: 1h} # window.size (evenkeel.yaml, line 1): there is no such setting; did"
            + " you mean defaults.window.size?",
        "defaults: {window: 1h} # defaults.window (evenkeel.yaml, line 1): there is no such"
            + " setting; did you mean defaults.window.size?",
        "topic: {predictions: p} # topic.predictions (evenkeel.yaml, line 1): there is no such"
            + " setting; did you mean topics.predictions?",
        "http: {port: many} # http.port = 'many' (evenkeel.yaml, line 1): is not a whole number; it"
            + " must be between 0 and 65535, for example the default 8080",
        "http: {port: } # http.port (evenkeel.yaml, line 1): has no value; give one or remove the"
            + " line",
        "http: {prt: } # http.prt (evenkeel.yaml, line 1): has no value; give one or remove the"
            + " line",
        "models: {churn: 1h} # models.churn (evenkeel.yaml, line 1): is no map; write its settings"
            + " below it",
        "models: [churn] # models (evenkeel.yaml, line 1): is no map; write its settings below it",
        "defaults: {classes: [[a]]} # defaults.classes (evenkeel.yaml, line 1): holds something"
            + " else than texts in its list",
        "[a, b] # evenkeel.yaml, line 1: holds no settings; write 'name: value' lines",
        "{http: {port: &p 1}, application-id: *p} # application-id (evenkeel.yaml, line 1): is an"
            + " alias of YAML; write its value out",
        "models: {'': {labels: {min: 3}}} # models.. (evenkeel.yaml, line 1): names no model; write"
            + " models.NAME",
      })
  void saysWhereAndWhatToDo(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(ConfigException.class).hasMessage(message);
  }

  @Test
  void namesTheLineOfAMistake() {
    assertThatThrownBy(() -> read("http:\n  host: here\n\n  port: 99999\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http.port = '99999' (evenkeel.yaml, line 4): ");
  }

  @Test
  void namesTheLineOfSettingsThatDoNotFitTogether() {
    assertThatThrownBy(() -> read("models:\n  churn:\n    window:\n      size: 65m\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("models.churn.window.size = '65m' (evenkeel.yaml, line 4): ");
  }

  @Test
  void refusesASettingThatIsGivenTwice() {
    assertThatThrownBy(() -> read("kafka.acks: all\nkafka:\n  acks: 1\n"))
        .hasMessage(
            "kafka.acks (evenkeel.yaml, line 3): is given twice, first in evenkeel.yaml, line 1;"
                + " keep one");
  }

  @Test
  void refusesWhatIsNoYaml() {
    assertThatThrownBy(() -> read("http:\n  port: [1\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching("evenkeel.yaml, line \\d: this is not YAML: expected .*");
  }

  @Test
  void refusesASecondDocument() {
    assertThatThrownBy(() -> read("http.port: 1\n---\nhttp.port: 2\n"))
        .hasMessage("evenkeel.yaml, line 3: starts a second document; keep one in a file");
  }

  @Test
  void saysThatAFileIsMissing() {
    Path missing = folder.resolve("missing.yaml");

    assertThatThrownBy(() -> new ConfigReader().file(missing))
        .isInstanceOf(ConfigException.class)
        .hasMessage(missing + ": cannot be read: there is no such file or folder; check the path");
  }
}
