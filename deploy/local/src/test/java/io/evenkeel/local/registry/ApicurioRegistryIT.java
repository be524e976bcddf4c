package io.evenkeel.local.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.serde.RegistryException;
import io.evenkeel.app.serde.SchemaRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApicurioRegistryIT {
  @TempDir Path directory;

  @Test
  void refusesWhatOldRecordsCannotBeReadWithAndIsGoneWhenClosed() throws Exception {
    Schema one = record("{'name': 'a', 'type': 'int'}");
    Schema compatible = record("{'name': 'b', 'type': 'int', 'default': 0}");
    Schema incompatible = record("{'name': 'c', 'type': 'int'}");
    long processes = ProcessHandle.current().descendants().count();

    try (ApicurioRegistry registry = ApicurioRegistry.start(directory)) {
      registry.awaitReady(Duration.ofMinutes(1));
      SchemaRegistry client =
          SchemaRegistry.of(Map.of("schema.registry.url", registry.url().toString()));

      int id = client.register("x-value", one);

      assertThat(client.schemaOf(id)).isEqualTo(one);
      assertThat(client.register("x-value", compatible)).isNotEqualTo(id);
      assertThatThrownBy(() -> client.register("x-value", incompatible))
          .isInstanceOf(RegistryException.class);
    }

    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(processes);
  }

  @Test
  void endsWhenItsParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RegistryHolder.class.getName(),
                directory.toString())
            .start();
    long pid = Long.parseLong(parent.inputReader().readLine());
    ProcessHandle registry = ProcessHandle.of(pid).orElseThrow();

    parent.destroyForcibly().waitFor();

    await().atMost(Duration.ofSeconds(10)).until(() -> !registry.isAlive());
  }

  @Test
  void showsTheEndOfItsLogWhenItFails() throws Exception {
    Path broken = Files.createDirectories(directory.resolve("broken"));
    Files.writeString(broken.resolve("apicurio-registry-app-0-runner.jar"), "no jar");

    try (ApicurioRegistry registry = ApicurioRegistry.start(broken, directory)) {
      assertThatThrownBy(() -> registry.awaitReady(Duration.ofMinutes(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ended with exit code 1")
          .hasMessageContaining("io.quarkus.runner.GeneratedMain");
    }
  }

  private static Schema record(String field) {
    String json = "{'type': 'record', 'name': 'X', 'fields': [" + field + "]}";
    return new Schema.Parser().parse(json.replace('\'', '"'));
  }
}
