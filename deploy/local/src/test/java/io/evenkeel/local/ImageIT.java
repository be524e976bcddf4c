package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image that the profile image of stream-app builds, without a container engine. */
class ImageIT {
  private static final Path DOCKER = UnpackedImage.ROOT.resolve("deploy/docker");

  @TempDir private static Path directory;
  private static UnpackedImage image;

  @BeforeAll
  static void unpack() throws Exception {
    image = UnpackedImage.into(directory.resolve("image"));
  }

  @Test
  void runsAsNobodyWhoMayWriteToTwoFolders() throws IOException {
    assertThat(image.configuration().path("User").asText()).isEqualTo("10001:0");
    assertThat(image.configuration().path("Volumes").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrder("/tmp", "/var/lib/evenkeel");

    List<Path> writable = new ArrayList<>();
    try (Stream<Path> files = Files.walk(image.root())) {
      for (Path file : files.toList()) {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
          writable.add(image.root().relativize(file));
        }
      }
    }
    assertThat(writable).containsExactlyInAnyOrder(Path.of("tmp"), Path.of("var/lib/evenkeel"));
  }

  @Test
  void isRunAsTheOneOfTheDockerfile() throws IOException {
    String dockerfile = Files.readString(DOCKER.resolve("Dockerfile"));
    String script = Files.readString(DOCKER.resolve("evenkeel"));

    image.environment().entrySet().stream()
        .filter(variable -> variable.getKey().startsWith("EVENKEEL"))
        .forEach(variable -> assertThat(dockerfile).contains(variable.toString()));
    assertThat(dockerfile).contains("USER " + image.configuration().path("User").asText());
    image
        .configuration()
        .path("Entrypoint")
        .forEach(
            word -> {
              if (word.asText().startsWith("-XX")) {
                assertThat(script).contains(word.asText());
              }
            });
  }

  @Test
  void holdsWhatItNeedsToSayHowItIsRun() throws Exception {
    List<String> command = image.command();
    command.add("--help");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(image.environment());
    Process process = builder.start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("Watches models until it is told to end.");
  }

  @Test
  void countsEveryForecastOfTheMarketOnceAndFindsTheOverConfidentModel() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(directory.resolve("cluster"))) {
      Map<String, String> settings = MarketScenario.settings(cluster.settings());
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 2);
      Map<String, String> inside = new HashMap<>(settings);
      inside.keySet().removeAll(Set.of("kafka.state.dir"));
      inside.put("http.open", "true");
      inside.putAll(image.settings());
      Path log = directory.resolve("image.log");
      try (var application =
          ChildApplication.start(image.command(), image.environment(), inside, log)) {
        MarketScenario.play(config, application::isAlive);
      }
    }
  }
}
