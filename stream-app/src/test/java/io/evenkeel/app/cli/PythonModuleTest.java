package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.evenkeel.app.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the tests of the Python module against this code. */
class PythonModuleTest {
  private static final String NEEDED = "import sys; sys.exit(sys.version_info < (3, 11))";

  private static Process start(String... command) throws IOException {
    ProcessBuilder python = new ProcessBuilder(command).redirectErrorStream(true);
    python.directory(Path.of("../deploy/python").toFile());
    python
        .environment()
        .put(
            "EVENKEEL",
            "'%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s"
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    Main.class.getName()));
    python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return python.start();
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return start("python3", "-c", NEEDED).waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void passesItsOwnTests() throws Exception {
    assumeThat(hasPython()).as("python3 of version 3.11 or later").isTrue();

    Process tests = start("python3", "-m", "unittest");
    String said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(tests.waitFor()).as(said).isZero();
    assertThat(said).as("the tests were found").containsPattern("Ran [1-9][0-9] tests");
  }
}
