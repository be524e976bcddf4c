package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script deploy/evenkeel in a checkout of nothing, whose Java prints what it is to run. */
class StartScriptTest {
  @TempDir Path root;
  private Path target;

  @BeforeEach
  void checkOut() throws IOException {
    target = root.resolve("deploy/local/target");
    Files.createDirectories(target);
    for (String source : List.of("core", "schemas", "stream-app", "deploy/parquet", "bin")) {
      Files.createDirectories(root.resolve(source));
    }
    Files.createFile(root.resolve("pom.xml"));
    Path script = Path.of(System.getProperty("evenkeel.root"), "deploy", "evenkeel");
    Files.copy(script, root.resolve("deploy/evenkeel"));
    program("java", "[ \"$1\" = -version ] && echo 'x version \"17\"' >&2 || echo \"$@\"");
    program("mvn", "cd deploy/local/target; touch evenkeel-local-2.jar; echo libraries >classpath");
  }

  private void program(String name, String line) throws IOException {
    Path file = Files.writeString(root.resolve("bin").resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Runs the script after another line of the same shell, which keeps its number. */
  private String run(String before) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", before + "; exec sh deploy/evenkeel describe")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("JAVA_HOME");
    builder.environment().merge("PATH", root.resolve("bin") + ":", (path, ours) -> ours + path);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it waits for ever").isTrue();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroy();
    }
  }

  @Test
  void startsWhatItBuiltAndNoOtherVersion() throws Exception {
    Files.createFile(target.resolve("evenkeel-local-1.jar"));

    assertThat(run(":"))
        .contains("-cp " + target.toRealPath() + "/*:libraries io.evenkeel.local.Main describe");
    assertThat(target.resolve("evenkeel-local-2.jar")).exists();
    assertThat(target.resolve("evenkeel-local-1.jar")).doesNotExist();
  }

  @Test
  void doesNotWaitForABuilderWhoseNumberAnotherProcessHas() throws Exception {
    String number = String.valueOf(ProcessHandle.current().pid());
    Files.createSymbolicLink(target.resolve("evenkeel.building"), Path.of(number + " evenkeel"));

    assertThat(run(":")).contains("describe");
  }

  @Test
  void doesNotWaitForABuilderWhoseNumberItHasItself() throws Exception {
    assertThat(run("ln -s \"$$ sh\" deploy/local/target/evenkeel.building")).contains("describe");
  }
}
