package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs for Node, with the packages that they need, in a folder of their own. */
final class Npm {
  private static final Path NODE = Pipeline.DEPLOY.resolve("stack/src/test/node");

  private final Path folder;

  private Npm(Path folder) {
    this.folder = folder;
  }

  /**
   * Copies programs and installs what their lock file names, or has the test skipped.
   *
   * @param name of their folder in src/test/node
   * @param folder that is there
   */
  static Npm install(String name, Path folder) throws IOException, InterruptedException {
    assumeTrue(Programs.find("npm").isPresent(), "skipped: there is no npm on this machine");
    try (Stream<Path> files = Files.list(NODE.resolve(name))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Npm npm = new Npm(folder);
    npm.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent");
    return npm;
  }

  /** The folder in which it runs. */
  Path folder() {
    return folder;
  }

  /** Runs a program, which is to succeed, and returns what it prints. */
  String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", command) + "\n" + output).isZero();
    return output.strip();
  }
}
