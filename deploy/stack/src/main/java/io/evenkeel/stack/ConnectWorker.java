package io.evenkeel.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.local.ChildProcess;
import io.evenkeel.local.Lifeline;
import io.evenkeel.local.Loopback;
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
   * @param properties its configuration, but for the address, the plugins and the file of offsets
   * @param environment variables that the configuration and its connectors refer to
   * @param directory of its files; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static ConnectWorker start(
      Path properties, Map<String, String> environment, Path directory)
      throws InterruptedException {
    try {
      URI url = URI.create("http://" + Loopback.freeAddresses(1).get(0));
      Files.createDirectories(directory);
      Path complete = directory.resolve("worker.properties");
      Files.writeString(
          complete,
          Files.readString(properties)
              + String.join(
                  "\n",
                  "listeners=" + url,
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
  public void add(String connector) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            request("/connectors")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(connector))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() != 201) {
      throw new IllegalStateException("Kafka Connect refuses a connector: " + answer.body());
    }
  }

  /** What has become of the tasks of all connectors: an empty list if nothing went wrong. */
  public List<String> failures() throws IOException, InterruptedException {
    String answer =
        client.send(request("/connectors?expand=status").build(), BodyHandlers.ofString()).body();
    return JSON.readTree(answer).findValues("trace").stream().map(JsonNode::asText).toList();
  }

  @Override
  public void close() {
    process.close();
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
