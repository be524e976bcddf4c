package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * Whether deploy/compose/pin-images names every image by its digest: docker is played by a script.
 */
class PinImagesTest {
  private static final Path FOLDER = Pipeline.DEPLOY.resolve("compose");

  @TempDir private Path directory;

  private record Outcome(int status, String output) {}

  /** Runs it on a copy of the file, where docker does what a line of shell says. */
  private Outcome pin(String docker) throws IOException, InterruptedException {
    for (String name : new String[] {"compose.yaml", "pin-images"}) {
      Files.copy(FOLDER.resolve(name), directory.resolve(name));
    }
    Path programs = Files.createDirectory(directory.resolve("bin"));
    Path program = Files.writeString(programs.resolve("docker"), "#!/bin/sh\n" + docker + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder =
        new ProcessBuilder("sh", directory.resolve("pin-images").toString())
            .redirectErrorStream(true);
    builder.environment().merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  private static Map<String, String> images(Path file) throws IOException {
    try (InputStream yaml = Files.newInputStream(file)) {
      Map<String, Map<String, Map<String, Object>>> read = new Yaml().load(yaml);
      Map<String, String> images = new TreeMap<>();
      read.getOrDefault("services", Map.of())
          .forEach((name, service) -> images.put(name, "" + service.get("image")));
      return images;
    }
  }

  @Test
  void namesEveryImageThatIsNotBuiltHere() throws Exception {
    Map<String, String> expected = new TreeMap<>(images(FOLDER.resolve("compose.yaml")));
    expected.values().removeIf(image -> image.startsWith("evenkeel"));
    expected.replaceAll((name, image) -> image + "@sha256:" + image.length());
    Outcome outcome = pin("for image; do :; done; echo sha256:${#image}");

    assertThat(outcome.status).as(outcome.output).isZero();
    assertThat(images(directory.resolve("compose.digests.yaml")))
        .hasSizeGreaterThan(5)
        .isEqualTo(expected);
  }

  @Test
  void saysThatItNeedsDockerWithBuildx() throws Exception {
    Outcome outcome = pin("exit 1");

    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.output).contains("no docker with buildx found");
  }

  @Test
  void writesNothingWhereADigestIsNotKnown() throws Exception {
    Outcome outcome = pin("[ \"$2\" = version ]");

    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.output).contains("the digest of apache/kafka:", " is not known");
    assertThat(directory.resolve("compose.digests.yaml")).doesNotExist();
  }
}
