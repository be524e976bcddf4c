package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.local.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What deploy/docs/operations.md promises of {@code deploy/evenkeel demo --full}, by what it prints
 * alone.
 */
class FullDemoIT {
  private static final String END = "All of it runs until Ctrl-C.";

  @Test
  void leavesVerdictsInADatabaseThatAnyoneOnThisMachineCanAsk() throws Exception {
    for (Part part : Part.values()) {
      assumeTrue(part.present(), "skipped: no " + part + "; apt-get install " + part.debian());
    }
    Process demo = start(System.getenv("PATH"));
    try {
      String printed = readUntil(END, demo);

      assertThat(printed).containsPattern("\n 2013-1[12]-\\d+ .* \\| btc-\\w+ +\\| +\\d+ \\| ");
      assertThat(verdicts(find("PostgreSQL +(\\S+) \\(user (\\S+), password (\\S+)\\)", printed)))
          .isGreaterThanOrEqualTo(windowsOfTheTable(printed))
          .isPositive();
      assertThat(get(find("Prometheus +(\\S+)", printed), "api/v1/query?query=up"))
          .contains("\"1\"");
      assertThat(get(find("Alertmanager +(\\S+)", printed), "api/v2/status")).contains("uptime");
    } finally {
      demo.destroy();
    }
    assertThat(demo.waitFor()).isZero();
    assertThat(demo.descendants()).isEmpty();
  }

  @Test
  void saysWhatTheMachineLacksAndHowToInstallIt() throws Exception {
    Process demo = start("/nowhere");
    try {
      assertThat(readUntil("To have all of it, .*", demo))
          .contains(
              "Without Prometheus: this machine lacks setpriv, prometheus\n",
              "apt-get install postgresql prometheus prometheus-alertmanager\n");
    } finally {
      demo.destroy();
    }
    assertThat(demo.waitFor()).isZero();
  }

  private static Process start(String path) throws IOException {
    String own = System.getProperty("java.class.path");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", own),
                Main.class.getName(),
                "demo",
                "--full",
                "--speed=100000")
            .redirectErrorStream(true);
    builder.environment().put("PATH", path);
    return builder.start();
  }

  private static String readUntil(String last, Process demo) throws IOException {
    StringBuilder printed = new StringBuilder();
    BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      printed.append(line).append('\n');
      if (line.matches(last)) {
        return printed.toString();
      }
    }
    throw new AssertionError("ended before its end:\n" + printed);
  }

  private static int windowsOfTheTable(String printed) {
    return Pattern.compile("(?:of|all) (\\d+) windows$", Pattern.MULTILINE)
        .matcher(printed)
        .results()
        .mapToInt(match -> Integer.parseInt(match.group(1)))
        .sum();
  }

  private static int verdicts(Matcher database) throws Exception {
    try (var connection =
            DriverManager.getConnection(database.group(1), database.group(2), database.group(3));
        var rows =
            connection
                .createStatement()
                .executeQuery("select count(*) from verdicts where status = 'FINAL'")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static Matcher find(String pattern, String printed) {
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(printed);
    assertThat(matcher.find()).as(pattern + " in\n" + printed).isTrue();
    return matcher;
  }

  private static String get(Matcher place, String path) throws IOException {
    try (InputStream answer = URI.create(place.group(1)).resolve(path).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
