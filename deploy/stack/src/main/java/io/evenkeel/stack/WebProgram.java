package io.evenkeel.stack;

import io.evenkeel.local.ChildProcess;
import io.evenkeel.local.Loopback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
   * Starts Prometheus and returns when it answers queries.
   *
   * @param configuration its file
   * @param directory of what it measured; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static WebProgram prometheus(Path configuration, Path directory)
      throws InterruptedException {
    return start("prometheus", configuration, directory, "--storage.tsdb.path=" + directory);
  }

  /**
   * Starts an Alertmanager without peers and returns when it takes alerts.
   *
   * @param configuration its file
   * @param directory of its silences; created when absent
   * @throws IllegalStateException if it does not start
   */
  public static WebProgram alertmanager(Path configuration, Path directory)
      throws InterruptedException {
    return start(
        "prometheus-alertmanager",
        configuration,
        directory,
        "--storage.path=" + directory,
        "--cluster.listen-address=");
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
      throws InterruptedException {
    try {
      String address = Loopback.freeAddresses(1).get(0);
      URI url = URI.create("http://" + address + "/");
      List<String> command = Programs.command(name, List.of(), options);
      command.add("--config.file=" + configuration.toAbsolutePath());
      command.add("--web.listen-address=" + address);
      ChildProcess process = ChildProcess.start("program " + name, command, Map.of(), directory);
      HttpRequest ready = HttpRequest.newBuilder(url.resolve("-/ready")).build();
      process.awaitAnswer(ready, PATIENCE);
      return new WebProgram(process, url);
    } catch (IOException e) {
      throw new IllegalStateException(name + " does not start in " + directory + ": " + e, e);
    }
  }
}
