package io.evenkeel.app.runtime;

import io.evenkeel.app.alertmanager.AlertmanagerBridge;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.oncall.SilenceWriter;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.status.Health;
import io.evenkeel.app.status.StatusFeed;
import io.evenkeel.app.status.StatusServer;
import io.evenkeel.app.topology.CalibrationTopology;
import io.evenkeel.app.topology.QuarantineHandler;
import io.evenkeel.app.topology.Topics;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable: the running application, Kafka Streams and status server together. */
public final class Application implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Application.class);

  private final StreamsRuntime streams;
  private final StatusFeed feed;
  private final StatusServer status;
  private final StopReason reason;
  private final Optional<AlertmanagerBridge> bridge;
  private final Optional<SinkWatch> sinks;

  private Application(
      StreamsRuntime streams,
      StatusFeed feed,
      StatusServer status,
      StopReason reason,
      Optional<AlertmanagerBridge> bridge,
      Optional<SinkWatch> sinks) {
    this.reason = reason;
    this.bridge = bridge;
    this.sinks = sinks;
    this.streams = streams;
    this.feed = feed;
    this.status = status;
  }

  /**
   * Checks what is needed, starts everything and returns; {@link #health} says when it is ready.
   *
   * @throws io.evenkeel.app.config.ConfigException if a setting cannot be used
   * @throws StartException if brokers or topics are not as needed
   */
  public static Application start(AppConfig config) {
    return start(config, false);
  }

  /**
   * Does so even where what the application knew is gone, if that is accepted.
   *
   * @param acceptLoss whether to start although changelogs are missing or empty, or brokers have
   *     forgotten where the application stopped
   */
  public static Application start(AppConfig config, boolean acceptLoss) {
    StartCheck found = StartCheck.run(config, acceptLoss);
    Metrics metrics = new Metrics();
    StopReason reason = StopReason.of(config);
    StreamsRuntime streams = streams(config, metrics, found, reason);
    StatusFeed feed =
        StatusFeed.of(
            config,
            KafkaProperties.clients(config),
            AvroSerdes.of(config.serde(), config.topics()).deserializer());
    StatusServer status;
    try {
      SilenceWriter silences = SilenceWriter.to(config, KafkaProperties.clients(config));
      status = StatusServer.start(config.http(), metrics, streams::health, feed, silences);
    } catch (RuntimeException e) {
      feed.close();
      streams.close();
      throw e;
    }
    LOGGER.info(
        "event=start status={} partitions={} skipped={}",
        status.address(),
        found.partitions(),
        found.skipped());
    LOGGER.debug("event=settings {}", config);
    Optional<AlertmanagerBridge> bridge = bridge(config, metrics);
    Optional<SinkWatch> sinks = sinks(config, metrics);
    Application application = new Application(streams, feed, status, reason, bridge, sinks);
    try {
      feed.start();
      streams.start();
      bridge.ifPresent(AlertmanagerBridge::start);
      sinks.ifPresent(SinkWatch::start);
      return application;
    } catch (RuntimeException e) {
      application.close();
      throw reason.explain(e);
    }
  }

  /** The topology of the configuration, to look at: it needs neither brokers nor a registry. */
  public static Topology topology(AppConfig config) {
    StreamsConfig properties =
        new StreamsConfig(
            Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                config.applicationId(),
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "unused:9092"));
    Topics topics =
        Topics.of(config, (topic, record) -> new byte[0], () -> (topic, bytes) -> bytes);
    return CalibrationTopology.build(config, properties, topics, new Metrics(), 1);
  }

  /** Where the status page, metrics and health are served. */
  public URI status() {
    return status.address();
  }

  /** How it is now. */
  public Health health() {
    return streams.health();
  }

  /**
   * Waits until it is closed, or the process is stopped, which closes it.
   *
   * @throws StoppedByRecordException if it stopped because of one record
   * @throws DamagedStateException if it stopped because of damaged files
   * @throws IllegalStateException if it stopped because of another error
   */
  public void await() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "shutdown"));
    try {
      streams.await();
    } catch (IllegalStateException e) {
      throw reason.explain(e);
    }
  }

  /** Commits what was processed and stops. Closing again changes nothing. */
  @Override
  public void close() {
    streams.close();
    bridge.ifPresent(AlertmanagerBridge::close);
    sinks.ifPresent(SinkWatch::close);
    status.close();
    feed.close();
  }

  private static Optional<AlertmanagerBridge> bridge(AppConfig config, Metrics metrics) {
    return config.alertmanager().urls().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AlertmanagerBridge(
                config,
                KafkaProperties.clients(config),
                AvroSerdes.of(config.serde(), config.topics()).deserializer(),
                metrics));
  }

  private static Optional<SinkWatch> sinks(AppConfig config, Metrics metrics) {
    return config.monitor().sinks().isEmpty()
        ? Optional.empty()
        : Optional.of(new SinkWatch(config, metrics));
  }

  private static StreamsRuntime streams(
      AppConfig config, Metrics metrics, StartCheck found, StopReason reason) {
    Map<String, Object> fixed =
        new HashMap<>(
            FailingRecord.properties(
                QuarantineHandler.properties(config, metrics), reason.failing()));
    fixed.putAll(LastEvents.properties(metrics));
    fixed.putAll(CalibrationTopology.properties());
    Map<String, Object> properties = KafkaProperties.streams(config, fixed);
    properties.putAll(SkippingInterceptor.properties(found.skipped(), properties));
    if (!config.kafka().containsKey(StreamsConfig.NUM_STREAM_THREADS_CONFIG)) {
      // Further ones would only take memory: a container may show all processors of its machine.
      int threads = Math.min(Runtime.getRuntime().availableProcessors(), found.partitions());
      properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    }
    metrics.watch(Instrument.STATE_MEMORY, BoundedRocksDb::used);
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    Topology topology =
        CalibrationTopology.build(
            config,
            new StreamsConfig(properties),
            Topics.of(config, serdes.serializer(), serdes::deserializer),
            metrics,
            found.partitions());
    return new StreamsRuntime(topology, properties, metrics, config.http().readyLag());
  }
}
