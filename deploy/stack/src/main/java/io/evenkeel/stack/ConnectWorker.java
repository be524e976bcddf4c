package io.evenkeel.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.local.process.ChildProcess;
import io.evenkeel.local.process.Lifeline;
import io.evenkeel.local.process.Loopback;
import io.evenkeel.schemas.Verdict;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Kafka Connect worker on loopback, in a process of its own, with the sink that the build
 * unpacked.
 */
public final class ConnectWorker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess process;
  private final URI url;
  private final HttpClient client = HttpClient.newHttpClient();

  private ConnectWorker(ChildProcess process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a worker and returns when it takes connectors.
   *
   * @param properties its configuration as text, but for the address, the plugins and the file of
   *     offsets
   * @param environment variables that the configuration and its connectors refer to
   * @param directory of its files; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static ConnectWorker start(
      String properties, Map<String, String> environment, Path directory)
      throws InterruptedException {
    try {
      URI url = URI.create("http://" + Loopback.freeAddresses(1).get(0));
      Files.createDirectories(directory);
      Path complete = directory.resolve("worker.properties");
      Files.writeString(
          complete,
          properties
              + String.join(
                  "\n",
                  "listeners=" + url,
                  // So that monitor.sinks soon shows how far a connector has read.
                  "offset.flush.interval.ms=5000",
                  "plugin.path=" + connectors(),
                  "offset.storage.file.filename=" + directory.resolve("offsets")));
      ChildProcess process =
          ChildProcess.start("worker connect", command(complete), environment, directory);
      ConnectWorker worker = new ConnectWorker(process, url);
      process.awaitAnswer(worker.request("/connectors").build(), PATIENCE);
      return worker;
    } catch (IOException e) {
      throw new IllegalStateException("Kafka Connect cannot be started: " + e, e);
    }
  }

  /**
   * Adds a connector, whose tasks start by and by; {@link #failures} says what becomes of them.
   *
   * @param connector its name and configuration as JSON
   * @throws IllegalStateException if it is refused
   */
  public void add(String connector) throws InterruptedException {
    HttpResponse<String> answer =
        send(
            request("/connectors")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(connector)));
    if (answer.statusCode() != 201) {
      throw new IllegalStateException("Kafka Connect refuses a connector: " + answer.body());
    }
  }

  /** What has become of the tasks of all connectors: an empty list if nothing went wrong. */
  public List<String> failures() throws InterruptedException {
    String answer = send(request("/connectors?expand=status")).body();
    try {
      return JSON.readTree(answer).findValues("trace").stream().map(JsonNode::asText).toList();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Kafka Connect answers what is no JSON: " + answer, e);
    }
  }

  /**
   * Waits until it has done something.
   *
   * @param what it is to do, for errors
   * @throws IllegalStateException with the end of its log, if it ended or did not in time
   */
  void await(String what, ChildProcess.Probe done, Duration patience) throws InterruptedException {
    process.await(what, done, patience);
  }

  @Override
  public void close() {
    process.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws InterruptedException {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("Kafka Connect does not answer: " + e, e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(Duration.ofSeconds(10));
  }

  private static List<String> command(Path properties) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath(),
        Lifeline.class.getName(),
        "org.apache.kafka.connect.cli.ConnectStandalone",
        properties.toAbsolutePath().toString());
  }

  /**
   * That of this process, which under Surefire is a jar that only names the real one, without
   * Evenkeel's schemas: they extend an Avro that is not that of the converter.
   */
  private static String classPath() {
    String own = System.getProperty("java.class.path");
    String schemas = codeSource(Verdict.class).toString();
    return Arrays.stream(
            System.getProperty("surefire.test.class.path", own).split(File.pathSeparator, -1))
        .filter(entry -> !entry.equals(schemas))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path connectors() {
    return codeSource(ConnectWorker.class).resolveSibling("connectors");
  }

  private static Path codeSource(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
