package io.evenkeel.local.registry;

import io.evenkeel.local.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A schema registry on loopback: Apicurio Registry as a child process, with schemas in memory,
 * spoken to through its Confluent-compatible interface.
 *
 * <p>The process ends with this JVM, whatever ends it.
 */
public final class ApicurioRegistry implements AutoCloseable {
  private static final String API = "/apis/ccompat/v7";
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int LOG_LINES_IN_ERRORS = 20;

  /** Enough for a few schemas; C2 and big thread stacks would only slow the start. */
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Process process;
  private final URI url;
  private final Path log;

  private ApicurioRegistry(Process process, URI url, Path log) {
    this.process = process;
    this.url = url;
    this.log = log;
  }

  /**
   * Starts the process from the distribution that the build unpacked beside this code, and returns
   * at once; {@link #awaitReady} waits for it.
   *
   * @param directory of its log and temporary files; created when absent
   * @throws IllegalStateException if there is no distribution or it cannot be run
   */
  public static ApicurioRegistry start(Path directory) {
    return start(codeSource().resolveSibling("registry"), directory);
  }

  static ApicurioRegistry start(Path distribution, Path directory) {
    try {
      Path runner = runner(distribution);
      Files.createDirectories(directory);
      Path log = directory.resolve("registry.log");
      URI url = URI.create("http://" + Loopback.freeAddresses(1).get(0) + API);
      Process process =
          new ProcessBuilder(command(runner, url, directory))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return new ApicurioRegistry(process, url, log);
    } catch (IOException e) {
      throw new IllegalStateException("the schema registry cannot be started: " + e, e);
    }
  }

  /** The base URL of its Confluent-compatible interface. */
  public URI url() {
    return url;
  }

  /**
   * Waits until it answers, and makes BACKWARD the compatibility of subjects that have none of
   * their own, as Confluent's registry does and Apicurio's does not.
   *
   * @throws IllegalStateException with the end of its log, if it ended or did not answer in time
   */
  public void awaitReady(Duration patience) throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest setBackward =
        HttpRequest.newBuilder(URI.create(url + "/config"))
            .timeout(Duration.ofSeconds(5))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .PUT(BodyPublishers.ofString("{\"compatibility\": \"BACKWARD\"}"))
            .build();
    Instant deadline = Instant.now().plus(patience);
    while (!succeeds(client, setBackward)) {
      if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        throw failed("ended with exit code " + process.exitValue());
      }
      if (Instant.now().isAfter(deadline)) {
        throw failed("did not answer at " + url + " within " + patience.toSeconds() + " s");
      }
    }
  }

  /** Ends the process and returns when it has ended. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static Path runner(Path distribution) throws IOException {
    if (Files.isDirectory(distribution)) {
      try (var files = Files.newDirectoryStream(distribution, "*-runner.jar")) {
        for (Path file : files) {
          return file.toAbsolutePath();
        }
      }
    }
    throw new IllegalStateException(
        "no schema registry in "
            + distribution
            + "; the build puts it there: mvn -DskipTests -pl deploy/local -am package");
  }

  private static List<String> command(Path runner, URI url, Path directory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
    command.add("-Dquarkus.http.host=" + url.getHost());
    command.add("-Dquarkus.http.port=" + url.getPort());
    command.add("-cp");
    command.add(codeSource() + System.getProperty("path.separator") + runner);
    command.add(Lifeline.class.getName());
    command.add("io.quarkus.runner.GeneratedMain");
    return command;
  }

  private static Path codeSource() {
    return Path.of(
        URI.create(Lifeline.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static boolean succeeds(HttpClient client, HttpRequest request)
      throws InterruptedException {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private IllegalStateException failed(String how) {
    List<String> lines;
    try {
      lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES_IN_ERRORS), lines.size());
    return new IllegalStateException(
        "the schema registry "
            + how
            + "; its log "
            + log
            + " ends with\n"
            + String.join("\n", end));
  }
}
