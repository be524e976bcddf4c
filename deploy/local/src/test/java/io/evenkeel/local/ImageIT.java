package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.local.cluster.LocalCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
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
    List<String> words = new ArrayList<>();
    image.configuration().path("Entrypoint").forEach(word -> words.add(word.asText()));
    assertThat(options(words))
        .containsExactlyInAnyOrderElementsOf(options(List.of(script.split("[\\s\"]+"))));
    assertThat(script).contains("MALLOC_ARENA_MAX:-" + image.environment().get("MALLOC_ARENA_MAX"));
  }

  /** The options of the Java virtual machine among words. */
  private static List<String> options(List<String> words) {
    return words.stream().filter(word -> word.matches("-(XX:|D)\\S+")).toList();
  }

  @Test
  void holdsWhatItNeedsToSayHowItIsRun() throws Exception {
    assertThat(run(0, "--help")).contains("Watches models until it is stopped.");
  }

  @Test
  void saysUnderWhichLicencesItIs() throws IOException {
    try (JarFile jar = own()) {
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/NOTICE")).contains("THIRD-PARTY.txt");
      assertThat(text(jar, "META-INF/THIRD-PARTY.txt"))
          .contains("(Apache-2.0)", "org.apache.kafka:kafka-streams:");
    }
  }

  @Test
  void saysWhatItIsMadeOf() throws IOException {
    assumeFalse(
        System.getProperty("evenkeel.maven", "").equals("offline true"),
        "skipped: Maven makes no SBOM when it is offline");
    try (JarFile jar = own()) {
      JsonNode sbom = new ObjectMapper().readTree(text(jar, "META-INF/sbom/application.cdx.json"));
      assertThat(sbom.path("components").findValuesAsText("purl"))
          .anyMatch(purl -> purl.startsWith("pkg:maven/org.apache.kafka/kafka-streams@"))
          .noneMatch(purl -> purl.contains("/junit"));
    }
  }

  /** The jar of the application. */
  private static JarFile own() throws IOException {
    try (Stream<Path> files = Files.walk(image.root())) {
      return new JarFile(
          files
              .filter(file -> file.toString().matches(".*/evenkeel-stream-app-.*\\.jar"))
              .findFirst()
              .orElseThrow()
              .toFile());
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    assertThat(entry).as(name + ", which -Dquick leaves out").isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void judgesATable() throws Exception {
    assertThat(run(0, "evaluate", coins(".csv")))
        .contains("coins: Nothing speaks against the predictions", "100 predictions, 100 of them");
  }

  @Test
  void saysWhatReadsParquet() throws Exception {
    assertThat(run(2, "evaluate", coins(".parquet")))
        .contains(
            "coins.parquet: this program cannot read Parquet; run deploy/evenkeel of a checkout");
  }

  @Test
  void saysThatItCannotDraw() throws Exception {
    assertThat(run(2, "evaluate", coins(".csv"), "--plot", image.inside("/tmp/plots")))
        .startsWith("evenkeel: --plot needs the module java.desktop");
  }

  /** What a command of the image says, which must end with the code. */
  private static String run(int code, String... arguments) throws Exception {
    List<String> command = image.command();
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(image.environment());
    Process process = builder.start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isEqualTo(code);
    return output;
  }

  /** A dataset file that describes a table of coins beside it. */
  private static String coins(String extension) throws Exception {
    Path folder = Files.createDirectories(image.root().resolve("tmp/coins"));
    List<Integer> targets = List.of(1, 0, 0, 1, 0, 1, 0, 1);
    List<String> lines = new ArrayList<>(List.of("n,p,y"));
    for (int n = 0; n < 100; n++) {
      lines.add(n + (n % 2 == 0 ? ",0.25," : ",0.75,") + targets.get(n % targets.size()));
    }
    Files.write(folder.resolve("coins" + extension), lines);
    Files.writeString(
        folder.resolve("coins.yaml"),
        """
        models:
          - model: coins
            file: coins%s
            id: '{n}'
            time: {start: '2026-01-01T00:00:00Z', step: 1s}
            distribution: {binary: p}
            label: {column: y, delay: 1s}
        """
            .formatted(extension));
    return image.inside("/tmp/coins/coins.yaml");
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
