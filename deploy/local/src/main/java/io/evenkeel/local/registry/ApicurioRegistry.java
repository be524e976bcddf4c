package io.evenkeel.local.registry;

import io.evenkeel.local.process.ChildProcess;
import io.evenkeel.local.process.Lifeline;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A schema registry on loopback: Apicurio Registry as a child process, with schemas in memory,
 * spoken to through its Confluent-compatible interface.
 *
 * <p>The process ends with this JVM, whatever ends it.
 */
public final class ApicurioRegistry implements AutoCloseable {
  private static final String API = "/apis/ccompat/v7";

  /** Enough for a few schemas; C2 and big thread stacks would only slow the start. */
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final ChildProcess process;
  private final URI url;

  private ApicurioRegistry(ChildProcess process, URI url) {
    this.process = process;
    this.url = url;
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
      URI url = URI.create("http://" + Loopback.freeAddresses(1).get(0) + API);
      return new ApicurioRegistry(
          ChildProcess.start(
              "schema registry", command(runner, url, directory), Map.of(), directory),
          url);
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
    HttpRequest setBackward =
        HttpRequest.newBuilder(URI.create(url + "/config"))
            .timeout(Duration.ofSeconds(5))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .PUT(BodyPublishers.ofString("{\"compatibility\": \"BACKWARD\"}"))
            .build();
    process.awaitAnswer(setBackward, patience);
  }

  /** Ends the process and returns when it has ended. */
  @Override
  public void close() {
    process.close();
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
}
