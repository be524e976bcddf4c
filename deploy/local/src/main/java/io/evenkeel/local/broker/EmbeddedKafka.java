package io.evenkeel.local.broker;

import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka node in this JVM: broker and KRaft controller in one, on loopback. It takes free ports
 * unless it is given an address.
 *
 * <p>Its data lies in the directory that it is given. A directory that an earlier node left behind
 * keeps its topics and its cluster id; the ports are new each time.
 */
public final class EmbeddedKafka implements AutoCloseable {
  // The server classes are not public API of Kafka: they are used in this class only, and the
  // version is pinned.

  private static final int NODE_ID = 1;

  private final KafkaRaftServer server;
  private final String bootstrapServers;

  private EmbeddedKafka(KafkaRaftServer server, String bootstrapServers) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Starts a node and returns when it serves.
   *
   * @param directory of its data; created when absent
   * @throws IllegalStateException if the directory cannot be formatted or the node does not start
   */
  public static EmbeddedKafka start(Path directory) {
    return start(directory, Map.of());
  }

  /**
   * Starts a node with settings of its own.
   *
   * @param directory of its data; created when absent
   * @param settings in the place of those that it would have
   * @throws IllegalStateException if the directory cannot be formatted or the node does not start
   */
  public static EmbeddedKafka start(Path directory, Map<String, String> settings) {
    return uninterrupted(() -> startHere(directory, clusterId(directory), null, settings));
  }

  /**
   * Starts a node that clients reach at a given address.
   *
   * @param address of this machine, as host:port; nothing else may listen there
   * @param directory of its data; created when absent
   * @throws IllegalStateException if the directory cannot be formatted or the node does not start
   */
  public static EmbeddedKafka startAt(String address, Path directory) {
    return uninterrupted(() -> startHere(directory, clusterId(directory), address, Map.of()));
  }

  /**
   * Starts a node of a cluster of several.
   *
   * @param directory of its data; created when absent
   * @param cluster id of the cluster
   * @param settings in the place of those that it would have, {@code node.id}, listeners and the
   *     quorum of controllers among them
   * @throws IllegalStateException if the directory cannot be formatted or the node does not start
   */
  public static EmbeddedKafka start(Path directory, Uuid cluster, Map<String, String> settings) {
    return uninterrupted(() -> startHere(directory, cluster.toString(), null, settings));
  }

  private static EmbeddedKafka startHere(
      Path directory, String cluster, @Nullable String address, Map<String, String> own) {
    try {
      Files.createDirectories(directory);
      format(directory, cluster, Integer.parseInt(own.getOrDefault("node.id", "" + NODE_ID)));
      List<String> addresses = Loopback.freeAddresses(2);
      Properties settings = new Properties();
      String client = address == null ? addresses.get(0) : address;
      settings.putAll(settings(directory, client, addresses.get(1)));
      settings.putAll(own);
      var server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
      server.startup();
      return new EmbeddedKafka(server, client);
    } catch (Exception e) {
      throw new IllegalStateException("Kafka did not start in " + directory + ": " + e, e);
    }
  }

  /** The address that clients connect to, as host:port. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Stops the node and returns when it has stopped. */
  @Override
  public void close() {
    uninterrupted(
        () -> {
          server.shutdown();
          server.awaitShutdown();
          return server;
        });
  }

  /** A node that is interrupted on its way up or down ends the whole process. */
  private static <T> T uninterrupted(Supplier<T> task) {
    try {
      return CompletableFuture.supplyAsync(task, body -> new Thread(body, "kafka-life").start())
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static void format(Path directory, String cluster, int node) throws Exception {
    new Formatter()
        .setClusterId(cluster)
        .setNodeId(node)
        .setDirectories(List.of(directory.toString()))
        .setMetadataLogDirectory(directory.toString())
        .setControllerListenerName("CONTROLLER")
        .setIgnoreFormatted(true)
        .setSupportedFeatures(List.copyOf(Feature.PRODUCTION_FEATURES))
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .run();
  }

  private static String clusterId(Path directory) {
    Path meta = directory.resolve("meta.properties");
    if (!Files.exists(meta)) {
      return Uuid.randomUuid().toString();
    }
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(meta)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("cluster.id");
  }

  private static Map<String, Object> settings(Path directory, String client, String controller) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", NODE_ID);
    settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
    settings.put("listeners", "PLAINTEXT://" + client + ",CONTROLLER://" + controller);
    settings.put("advertised.listeners", "PLAINTEXT://" + client);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("log.dirs", directory.toString());
    settings.put("auto.create.topics.enable", "false");
    // Replayed events carry their own, old times: a week's retention would delete them at once.
    settings.put("log.retention.ms", "-1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    // The defaults would wait three seconds for more consumers and take 128 MiB for the cleaner.
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("log.cleaner.dedupe.buffer.size", "16777216");
    return settings;
  }
}
