package io.evenkeel.stack;

import io.evenkeel.local.process.ChildProcess;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prometheus or its Alertmanager on loopback, from the programs on this machine. */
public final class WebProgram implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChildProcess process;
  private final URI url;

  private WebProgram(ChildProcess process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts Prometheus and returns when it answers queries: it scrapes one application every second
   * and evaluates the rules of deploy/prometheus.
   *
   * @param application where it serves metrics
   * @param alertmanagers to which the alerts of the rules are sent
   * @param directory of its files; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static WebProgram prometheus(URI application, List<URI> alertmanagers, Path directory)
      throws InterruptedException {
    String configuration =
        Resources.read("prometheus/prometheus.yml")
            .replace("_interval: 15s", "_interval: 1s")
            .replace("[alertmanager:9093]", targets(alertmanagers));
    try {
      Resources.copy("prometheus/rules.yml", directory);
      Files.writeString(
          directory.resolve("targets.yml"), "- targets: " + targets(List.of(application)) + "\n");
      Path file = Files.writeString(directory.resolve("prometheus.yml"), configuration);
      return start(
          "prometheus", file, directory, "--storage.tsdb.path=" + directory.resolve("data"));
    } catch (IOException e) {
      throw new IllegalStateException("prometheus does not start in " + directory + ": " + e, e);
    }
  }

  /**
   * Starts an Alertmanager without peers, configured by deploy/prometheus, and returns when it
   * takes alerts.
   *
   * @param directory of its files; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static WebProgram alertmanager(Path directory) throws InterruptedException {
    String name = "prometheus-alertmanager";
    try {
      return start(
          name,
          Resources.copy("prometheus/alertmanager.yml", directory),
          directory,
          "--storage.path=" + directory.resolve("data"),
          "--cluster.listen-address=");
    } catch (IOException e) {
      throw new IllegalStateException(name + " does not start in " + directory + ": " + e, e);
    }
  }

  /** Where it is. */
  public URI url() {
    return url;
  }

  @Override
  public void close() {
    process.close();
  }

  private static WebProgram start(
      String name, Path configuration, Path directory, String... options)
      throws IOException, InterruptedException {
    String address = Loopback.freeAddresses(1).get(0);
    URI url = URI.create("http://" + address + "/");
    List<String> command = Programs.command(name, List.of(), options);
    command.add("--config.file=" + configuration.toAbsolutePath());
    command.add("--web.listen-address=" + address);
    ChildProcess process = ChildProcess.start("program " + name, command, Map.of(), directory);
    HttpRequest ready = HttpRequest.newBuilder(url.resolve("-/ready")).build();
    process.awaitAnswer(ready, PATIENCE);
    return new WebProgram(process, url);
  }

  /** Addresses as a list of YAML. */
  private static String targets(List<URI> addresses) {
    return addresses.stream()
        .map(address -> "'" + address.getAuthority() + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
