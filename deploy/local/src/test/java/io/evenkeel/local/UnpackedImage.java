package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The image of the application that the build left as a file, unpacked into a folder, and what of a
 * container can be had without an engine: as root its own root folder and user, else its runtime.
 */
final class UnpackedImage {
  static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  static final Path TAR = ROOT.resolve("stream-app/target/evenkeel-image.tar");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path root;
  private final JsonNode configuration;

  private UnpackedImage(Path root, JsonNode configuration) {
    this.root = root;
    this.configuration = configuration;
  }

  /** Unpacks the image, or has the test skipped where there is none. */
  static UnpackedImage into(Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.exists(TAR), "skipped: no image was built; mvn -Pimage verify builds it");
    Path packed = Files.createDirectories(folder.resolve("packed"));
    Path root = Files.createDirectories(folder.resolve("root"));
    untar(TAR, packed);
    JsonNode manifest = JSON.readTree(packed.resolve("manifest.json").toFile()).path(0);
    for (JsonNode layer : manifest.path("Layers")) {
      untar(packed.resolve(layer.asText()), root);
    }
    JsonNode configuration =
        JSON.readTree(packed.resolve(manifest.path("Config").asText()).toFile());
    return new UnpackedImage(root, configuration.path("config"));
  }

  /** The folder that is the root of a container. */
  Path root() {
    return root;
  }

  /** How a container is to be run. */
  JsonNode configuration() {
    return configuration;
  }

  /** The variables of a container. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    for (String variable : texts("Env")) {
      int equals = variable.indexOf('=');
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return environment;
  }

  /** The command of a container, but for the arguments of the application. */
  List<String> command() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (canChangeRoot()) {
      String[] user = configuration.path("User").asText().split(":", -1);
      command.addAll(List.of("unshare", "--mount", "--root=" + root, "--wd=/", "--mount-proc"));
      command.addAll(List.of("--setuid=" + user[0], "--setgid=" + user[1]));
      command.addAll(texts("Entrypoint"));
    } else {
      for (String word : texts("Entrypoint")) {
        command.add(inFolder(word));
      }
    }
    return command;
  }

  /** Settings that go over those of the environment where the root stays that of this machine. */
  Map<String, String> settings() throws IOException, InterruptedException {
    return canChangeRoot() ? Map.of() : Map.of("kafka.state.dir", inside("/var/lib/evenkeel"));
  }

  /** What the application has to call a file of the image, given its path in a container. */
  String inside(String path) throws IOException, InterruptedException {
    return canChangeRoot() ? path : root + path;
  }

  private List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    configuration.path(field).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private String inFolder(String word) throws IOException {
    if (word.startsWith("@/")) {
      return Files.readString(root.resolve(word.substring(2))).replace("/app/", root + "/app/");
    }
    return word.startsWith("/") ? root + word : word;
  }

  private static boolean canChangeRoot() throws IOException, InterruptedException {
    return System.getProperty("user.name").equals("root")
        && new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0;
  }

  private static void untar(Path file, Path folder) throws IOException, InterruptedException {
    Process tar =
        new ProcessBuilder(
                "tar",
                "--warning=no-unknown-keyword",
                "--same-permissions",
                "-xf",
                file.toString(),
                "-C",
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tar.waitFor()).as(output).isZero();
  }
}
