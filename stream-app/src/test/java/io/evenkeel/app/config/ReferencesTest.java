package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencesTest {
  @TempDir Path folder;

  private AppConfig config(String path, String text) {
    return AppConfig.of(Map.of(path, text));
  }

  @Test
  void readsASecretFromAFileOfItsOwnOrALineOfOne() throws IOException {
    Files.writeString(folder.resolve("token"), "correct-horse-battery\n");
    Files.writeString(folder.resolve("all.properties"), "jaas=Login required user=\"x\";\n");

    assertThat(config("http.token", "${dir:" + folder + ":token}").http().token())
        .isEqualTo("correct-horse-battery");
    assertThat(
            config("kafka.sasl.jaas.config", "${file:" + folder + "/all.properties:jaas}").kafka())
        .containsEntry("sasl.jaas.config", "Login required user=\"x\";");
  }

  @Test
  void readsAVariable() {
    String name = System.getenv().keySet().iterator().next();

    assertThat(config("kafka.client.id", "a-${env:" + name + "}").kafka().get("client.id"))
        .isEqualTo(("a-" + System.getenv(name)).stripTrailing());
  }

  @Test
  void leavesOtherProvidersToKafka() {
    assertThat(config("kafka.ssl.key.password", "${vault:a:b}").kafka())
        .containsEntry("ssl.key.password", "${vault:a:b}");
  }

  @Test
  void refusesAReferenceToNothing() {
    assertThatThrownBy(() -> config("http.token", "${dir:" + folder + ":none}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http.token (-D): refers to something that is not there");
    assertThatThrownBy(() -> config("http.token", "${file:" + folder + "/none:x}"))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void namesTheReferencesAloneWhereASecretStandsBesideThem() {
    String user = "${dir:" + folder + ":user}";
    String scope = "${env:EVENKEEL_TEST_NONE}";

    assertThatThrownBy(
            () ->
                config(
                    "kafka.sasl.jaas.config",
                    "username=\"" + user + "\" password=\"s3cret\" scope=\"" + scope + "\";"))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("; check " + user + ", " + scope)
        .hasMessageNotContaining("s3cret");
  }
}
