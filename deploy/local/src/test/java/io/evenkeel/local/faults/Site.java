package io.evenkeel.local.faults;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.SchemaRegistration;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Brokers, a registry and up to three instances of the application, all of which can fail. */
final class Site implements AutoCloseable {
  static final int PARTITIONS = 2;
  private static final int INSTANCES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path directory;
  private final BrokerProcesses brokers;
  private final RegistryProxy registry;
  private final Map<String, String> settings;
  private final AppConfig config;
  private final AppConfig clients;
  private final List<Instance> instances = new ArrayList<>();
  private final Admin admin;
  private final Thread keeper = new Thread(this::keep, "keeper");
  private boolean smallDisk;

  private Site(Path directory, BrokerProcesses brokers, RegistryProxy registry) {
    this.directory = directory;
    this.brokers = brokers;
    this.registry = registry;
    settings = Truth.settings();
    settings.put("http.port", "0");
    settings.put("application-id", "faults");
    settings.put("kafka.bootstrap.servers", brokers.bootstrapServers());
    settings.put("kafka.state.dir", directory.resolve("state-0").toString());
    settings.put("kafka.num.stream.threads", "1");
    settings.put("kafka.session.timeout.ms", "10000");
    settings.put("serde.properties.schema.registry.url", registry.url());
    config = AppConfig.of(settings);
    Map<String, String> direct = settings();
    direct.put("serde.properties.schema.registry.url", registry.upstream());
    clients = AppConfig.of(direct);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()));
  }

  /**
   * Starts everything, with one instance.
   *
   * @param upstream the registry
   */
  static Site start(Path directory, int brokers, URI upstream)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Site site =
        new Site(
            directory,
            BrokerProcesses.start(directory.resolve("brokers"), brokers),
            RegistryProxy.of(upstream));
    SchemaRegistration.register(site.clients.serde().properties(), site.config.topics());
    try (TopicSetup topics = TopicSetup.connect(site.config)) {
      topics.create(PARTITIONS, (short) brokers);
    }
    site.mount();
    for (int i = 0; i < INSTANCES; i++) {
      Path state = directory.resolve("state-" + i);
      site.instances.add(
          new Instance(site.settings, state, directory.resolve("application-" + i + ".log")));
    }
    site.instance().start();
    site.keeper.setDaemon(true);
    site.keeper.start();
    return site;
  }

  /** A disk of its own for the state, small enough to be filled; not everybody may mount one. */
  private void mount() throws IOException, InterruptedException {
    Path state = Files.createDirectories(directory.resolve("state-0"));
    smallDisk =
        Signals.run("mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", state.toString()) == 0;
  }

  boolean hasSmallDisk() {
    return smallDisk;
  }

  AppConfig config() {
    return config;
  }

  /** That of those who send and read, whom no fault of the registry is to reach. */
  AppConfig clients() {
    return clients;
  }

  Map<String, String> settings() {
    return new HashMap<>(settings);
  }

  BrokerProcesses brokers() {
    return brokers;
  }

  RegistryProxy registry() {
    return registry;
  }

  Admin admin() {
    return admin;
  }

  /** The instance that always runs. */
  Instance instance() {
    return instances.get(0);
  }

  /** The others, which run now and then. */
  Instance instance(int i) {
    return instances.get(i);
  }

  Path log() {
    return directory.resolve("application-0.log");
  }

  private void keep() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        for (Instance instance : instances) {
          instance.keep();
        }
        Thread.sleep(500);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fills the disk of the state, and makes room again after something was done. */
  void fillDisk(Instance.Meanwhile meanwhile) throws IOException, InterruptedException {
    Path filler = instance().folder().resolve("filler");
    try {
      fill(filler);
      meanwhile.run();
    } finally {
      Files.delete(filler);
    }
  }

  private static void fill(Path filler) throws IOException {
    byte[] chunk = new byte[64 * 1024];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  /** The files of the stores and what says how far they are, of the instance that always runs. */
  List<Path> stateFiles() throws IOException {
    try (Stream<Path> files = Files.walk(instance().folder())) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().contains("/rocksdb/") || file.endsWith(".checkpoint"))
          .filter(file -> file.toFile().length() > 0)
          .sorted()
          .toList();
    }
  }

  /** Returns when so many instances share the work, or after a while. */
  void awaitMembers(int members) throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (members() != members && Instant.now().isBefore(deadline)) {
      Thread.sleep(300);
    }
  }

  private int members() throws InterruptedException {
    try {
      String group = config.applicationId();
      var known = admin.describeConsumerGroups(List.of(group)).all().get();
      return Objects.requireNonNull(known.get(group)).members().size();
    } catch (ExecutionException e) {
      return -1;
    }
  }

  /**
   * Waits until everything that is in the topics now has been processed, and that was committed.
   *
   * @return whether it was, in time
   */
  boolean awaitProcessed(Duration patience) throws InterruptedException {
    Instant deadline = Instant.now().plus(patience);
    Map<TopicPartition, Long> ends = null;
    while (Instant.now().isBefore(deadline)) {
      try {
        ends = ends == null ? ends() : ends;
        if (processed(ends)) {
          return true;
        }
      } catch (ExecutionException e) {
        // The brokers may be the ones that fail.
      }
      Thread.sleep(100);
    }
    return false;
  }

  private Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> inputs =
        Stream.of(config.topics().predictions(), config.topics().labels())
            .flatMap(
                topic ->
                    Stream.iterate(0, p -> p + 1)
                        .limit(PARTITIONS)
                        .map(p -> new TopicPartition(topic, p)))
            .collect(Collectors.toMap(Function.identity(), p -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin.listOffsets(inputs).all().get().forEach((p, info) -> ends.put(p, info.offset()));
    return ends;
  }

  private boolean processed(Map<TopicPartition, Long> ends)
      throws ExecutionException, InterruptedException {
    var committed =
        admin
            .listConsumerGroupOffsets(config.applicationId())
            .partitionsToOffsetAndMetadata()
            .get();
    return ends.entrySet().stream()
        .allMatch(
            end -> {
              var offset = committed.get(end.getKey());
              return end.getValue() == 0 || (offset != null && offset.offset() >= end.getValue());
            });
  }

  @Override
  public void close() {
    keeper.interrupt();
    instances.forEach(Instance::close);
    admin.close(Duration.ZERO);
    registry.close();
    brokers.close();
    if (smallDisk) {
      try {
        Signals.run("umount", "-l", directory.resolve("state-0").toString());
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
