package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Prometheus' own tools say of deploy/prometheus. */
class RulesTest {
  private static final Path FOLDER = Pipeline.DEPLOY.resolve("prometheus");

  @Test
  void prometheusTakesTheConfiguration() throws Exception {
    run("promtool", "check", "config", FOLDER.resolve("prometheus.yml").toString());
  }

  @Test
  void alertsFireWhenTheyAreMeantTo() throws Exception {
    run("promtool", "test", "rules", FOLDER.resolve("tests/rules.test.yml").toString());
  }

  @Test
  void alertmanagerTakesTheConfiguration() throws Exception {
    run("amtool", "check-config", FOLDER.resolve("alertmanager.yml").toString());
  }

  private static void run(String tool, String... arguments)
      throws IOException, InterruptedException {
    Path program = Programs.find(tool).orElse(null);
    assumeTrue(
        program != null,
        "skipped: there is no " + tool + "; apt-get install prometheus prometheus-alertmanager");
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of(program.toString()), List.of(arguments).stream()).toList())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
