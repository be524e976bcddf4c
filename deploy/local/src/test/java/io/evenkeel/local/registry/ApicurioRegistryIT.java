package io.evenkeel.local.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApicurioRegistryIT {
  @TempDir Path directory;

  @Test
  void answersWithTheSameIdForTheSameSchemaAndIsGoneWhenClosed() throws Exception {
    String schema = "{\"schema\": \"{\\\"type\\\": \\\"string\\\"}\"}";
    long processes = ProcessHandle.current().descendants().count();

    try (ApicurioRegistry registry = ApicurioRegistry.start(directory)) {
      registry.awaitReady(Duration.ofMinutes(1));

      String first = post(registry, "/subjects/a-value/versions", schema);
      String second = post(registry, "/subjects/a-value/versions", schema);

      assertThat(first).contains("\"id\"").isEqualTo(second);
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

  private static String post(ApicurioRegistry registry, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(registry.url() + path))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
