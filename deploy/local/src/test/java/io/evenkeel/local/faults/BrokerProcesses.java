package io.evenkeel.local.faults;

import io.evenkeel.local.ChildApplication;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.process.Lifeline;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** Kafka nodes in processes of their own, each of which can be killed and started again. */
public final class BrokerProcesses implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path directory;
  private final Uuid cluster = Uuid.randomUuid();
  private final List<String> clients;
  private final List<String> controllers;
  private final List<Process> nodes = new ArrayList<>();

  private BrokerProcesses(Path directory, List<String> addresses) {
    this.directory = directory;
    int count = addresses.size() / 2;
    clients = addresses.subList(0, count);
    controllers = addresses.subList(count, 2 * count);
  }

  static BrokerProcesses start(Path directory, int count) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    BrokerProcesses brokers = new BrokerProcesses(directory, Loopback.freeAddresses(2 * count));
    for (int node = 0; node < count; node++) {
      brokers.nodes.add(brokers.launch(node));
    }
    brokers.awaitAll();
    return brokers;
  }

  /** Runs one node: its folder, the id of the cluster, then settings as name=value. */
  public static void main(String[] arguments) {
    Map<String, String> settings = new HashMap<>();
    for (String setting : Arrays.asList(arguments).subList(2, arguments.length)) {
      int equals = setting.indexOf('=');
      settings.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    EmbeddedKafka kafka =
        EmbeddedKafka.start(Path.of(arguments[0]), Uuid.fromString(arguments[1]), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
  }

  private Process launch(int node) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", ChildApplication.classPath(), Lifeline.class.getName()));
    command.add(BrokerProcesses.class.getName());
    command.add(directory.resolve("broker-" + node).toString());
    command.add(cluster.toString());
    settings(node).forEach((name, value) -> command.add(name + "=" + value));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(directory.resolve("broker-" + node + ".log").toFile()))
        .start();
  }

  private Map<String, String> settings(int node) {
    String replicas = Integer.toString(clients.size());
    String inSync = Integer.toString((clients.size() + 1) / 2);
    Map<String, String> settings = new HashMap<>();
    settings.put("node.id", Integer.toString(node + 1));
    settings.put("listeners", listeners(node) + ",CONTROLLER://" + controllers.get(node));
    settings.put("advertised.listeners", listeners(node));
    settings.put(
        "controller.quorum.voters",
        IntStream.range(0, controllers.size())
            .mapToObj(i -> (i + 1) + "@" + controllers.get(i))
            .collect(Collectors.joining(",")));
    settings.put("default.replication.factor", replicas);
    settings.put("min.insync.replicas", inSync);
    settings.put("offsets.topic.replication.factor", replicas);
    settings.put("transaction.state.log.replication.factor", replicas);
    settings.put("transaction.state.log.min.isr", inSync);
    return settings;
  }

  private String listeners(int node) {
    return "PLAINTEXT://" + clients.get(node);
  }

  String bootstrapServers() {
    return String.join(",", clients);
  }

  int count() {
    return nodes.size();
  }

  /** Ends a node and starts it again after a while. */
  void restart(int node, boolean forcibly, Duration down) throws IOException, InterruptedException {
    Process process = nodes.get(node);
    if (forcibly) {
      process.destroyForcibly().waitFor();
    } else {
      process.destroy();
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly().waitFor();
      }
    }
    Thread.sleep(down.toMillis());
    nodes.set(node, launch(node));
    awaitAll();
  }

  /** A node stands still for a while. */
  void pause(int node, Duration pause) throws IOException, InterruptedException {
    Signals.stop(nodes.get(node).pid());
    try {
      Thread.sleep(pause.toMillis());
    } finally {
      Signals.resume(nodes.get(node).pid());
    }
  }

  private void awaitAll() throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (serving() < nodes.size()) {
      if (Instant.now().isAfter(deadline) || !nodes.stream().allMatch(Process::isAlive)) {
        throw new IllegalStateException("brokers do not serve; see the logs in " + directory);
      }
      Thread.sleep(200);
    }
  }

  private int serving() throws InterruptedException {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "default.api.timeout.ms",
            5000,
            "request.timeout.ms",
            4000);
    try (Admin admin = Admin.create(properties)) {
      return admin.describeCluster().nodes().get().size();
    } catch (ExecutionException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    nodes.forEach(Process::destroyForcibly);
  }
}
