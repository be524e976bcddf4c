package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.local.Walkthrough.Run;
import io.evenkeel.local.Walkthrough.Save;
import io.evenkeel.local.Walkthrough.Step;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer reads, done to the letter by a shell, but for ports, in an empty folder. */
class FirstModelIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Commands of the README that CI runs by themselves, in .ci/run: as they are written there. */
  private static final Map<String, String> RUN_BY_CI =
      Map.of("deploy/evenkeel demo", "deploy/evenkeel demo ", "mvn -B verify", "mvn -B ");

  @TempDir private Path folder;

  private final Deque<Process> programs = new ArrayDeque<>();
  private String brokers = "";
  private String port = "";

  @BeforeEach
  void makesTheFolder() throws IOException {
    List<String> free = Loopback.freeAddresses(2);
    brokers = free.get(0);
    port = free.get(1).replaceAll(".*:", "");
    Files.createDirectories(folder.resolve("deploy"));
    Files.createDirectories(folder.resolve("bin"));
    script("deploy/evenkeel", "");
    script("bin/kafka-console-producer.sh", "console-producer");
  }

  @AfterEach
  void endsWhatStillRuns() throws InterruptedException {
    endAll();
  }

  /** In the place of deploy/evenkeel, which would build. */
  private void script(String name, String command) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String start = java + " -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ";
    String classes = "'" + ChildApplication.classPath() + "' io.evenkeel.local.Main ";
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec " + start + classes + command + " \"$@\"\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void leadsFromNothingToAnAlertThatIsSilencedAndExplained() throws Exception {
    for (Step step : Walkthrough.of(ROOT.resolve("deploy/docs/first-model.md")).steps()) {
      if (step instanceof Save save) {
        Files.writeString(folder.resolve(save.name()), here(save.content()));
      } else if (step instanceof Run run && run.command().startsWith("rm ")) {
        endAll();
        prints(run);
      } else if (step instanceof Run run) {
        startOrRun(run);
      }
    }

    assertThat(folder.resolve("state")).doesNotExist();
  }

  /** Its lines are what the console producer reads. */
  @Test
  void theReadmeDoesWhatItSays() throws Exception {
    String ci = Files.readString(ROOT.resolve(".ci/run"));
    try (EmbeddedKafka kafka = EmbeddedKafka.startAt(brokers, folder.resolve("broker"))) {
      assertThat(kafka.bootstrapServers()).isEqualTo(brokers);
      for (Step step : Walkthrough.of(ROOT.resolve("README.md")).steps()) {
        if (step instanceof Save save) {
          Files.writeString(folder.resolve(save.name()), here(save.content()));
        } else if (step instanceof Run run && RUN_BY_CI.containsKey(run.command())) {
          assertThat(ci).contains(RUN_BY_CI.get(run.command()));
        } else if (step instanceof Run run && run.command().startsWith("kafka-console-producer")) {
          Files.writeString(folder.resolve("lines"), run.block());
          prints(new Run(run.command() + " < lines", ""));
        } else if (step instanceof Run run) {
          startOrRun(run);
        }
      }
      await().atMost(PATIENCE).until(() -> page("api/series").contains("\"model\":\"churn\""));
      await().atMost(PATIENCE).until(() -> page("api/alerts").contains("\"state\":\"FIRING\""));
    } finally {
      endAll();
    }
  }

  private String page(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + port + "/" + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  /** As the document says it, with the ports of this test. */
  private String here(String text) {
    return text.replace("localhost:9092", brokers)
        .replace("--port 9092", "--port " + brokers.replaceAll(".*:", ""));
  }

  private void startOrRun(Run run) throws Exception {
    if (run.command().startsWith("deploy/evenkeel broker")) {
      start(run.command(), "The broker listens");
    } else if (run.command().startsWith("deploy/evenkeel run")) {
      start(run.command(), "Status page");
    } else {
      prints(run);
    }
  }

  /** In a terminal of its own. */
  private void start(String command, String ready) throws IOException {
    Path output = folder.resolve("output-" + programs.size());
    Process program = process("exec " + command, output);
    programs.push(program);
    await()
        .atMost(PATIENCE)
        .until(() -> !program.isAlive() || Files.readString(output).contains(ready));
    assertThat(program.isAlive()).as(Files.readString(output)).isTrue();
  }

  /** Runs the command until it prints what the document shows: the application needs some time. */
  private void prints(Run run) {
    await()
        .atMost(PATIENCE)
        .pollInSameThread()
        // A command is a process: the application, which it waits for, needs the processors, too.
        .pollInterval(Duration.ofSeconds(1))
        .pollDelay(Duration.ZERO)
        .untilAsserted(() -> assertThat(output(run.command())).containsAll(shown(run)));
  }

  private static List<String> shown(Run run) {
    return comparable(run.block()).stream().filter(line -> !line.equals("...")).toList();
  }

  /**
   * Lines without what is new each time: IDs of silences, times that are not of the events, and the
   * size of a fault, which follows the newest labels.
   */
  private static List<String> comparable(String text) {
    return text.lines()
        .map(line -> line.replaceAll("\\b[0-9a-f]{8}\\b", "ID"))
        .map(line -> line.replaceAll("temperature [0-9.]+", "temperature SIZE"))
        .map(line -> line.replaceAll("(?!2026-01-01)\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d", "TIME"))
        .toList();
  }

  private List<String> output(String command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process = process(command, output);
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(command).isTrue();
    String text = Files.readString(output);
    assertThat(process.exitValue()).as("%s: %s", command, text).isZero();
    return comparable(text);
  }

  private Process process(String command, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", here(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    builder.environment().put("EVENKEEL__HTTP_PORT", port);
    builder.environment().put("EVENKEEL__KAFKA_STATE_DIR", "state");
    return builder.start();
  }

  private void endAll() throws InterruptedException {
    while (!programs.isEmpty()) {
      Process program = programs.pop();
      program.destroy();
      if (!program.waitFor(30, TimeUnit.SECONDS)) {
        program.destroyForcibly().waitFor();
      }
    }
  }
}
