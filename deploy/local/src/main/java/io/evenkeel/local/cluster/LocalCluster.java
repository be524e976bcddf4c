package io.evenkeel.local.cluster;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.SchemaRegistration;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.registry.ApicurioRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A broker and a schema registry for one application on this machine. */
public final class LocalCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EmbeddedKafka kafka;
  private final ApicurioRegistry registry;
  private final Path directory;

  private LocalCluster(EmbeddedKafka kafka, ApicurioRegistry registry, Path directory) {
    this.kafka = kafka;
    this.registry = registry;
    this.directory = directory;
  }

  /**
   * Starts both and returns when both serve.
   *
   * @param directory of all their files
   * @throws IllegalStateException if one of them does not start; then neither runs
   */
  public static LocalCluster start(Path directory) throws InterruptedException {
    ApicurioRegistry registry = ApicurioRegistry.start(directory.resolve("registry"));
    EmbeddedKafka kafka = null;
    try {
      kafka = EmbeddedKafka.start(directory.resolve("kafka"));
      registry.awaitReady(PATIENCE);
      return new LocalCluster(kafka, registry, directory);
    } catch (InterruptedException | RuntimeException e) {
      registry.close();
      if (kafka != null) {
        kafka.close();
      }
      throw e;
    }
  }

  /** Settings that point an application here: the broker, the registry and a folder for state. */
  public Map<String, String> settings() {
    return Map.of(
        "kafka.bootstrap.servers",
        kafka.bootstrapServers(),
        "kafka.state.dir",
        directory.resolve("state").toString(),
        "serde.properties.schema.registry.url",
        registry.url().toString());
  }

  /**
   * Registers the schemas and creates the topics of an application.
   *
   * @param partitions of a topic
   */
  public void prepare(AppConfig config, int partitions) {
    SchemaRegistration.register(config.serde().properties(), config.topics());
    try (TopicSetup topics = TopicSetup.connect(config)) {
      topics.create(partitions, (short) 1);
    }
  }

  @Override
  public void close() {
    registry.close();
    kafka.close();
  }
}
