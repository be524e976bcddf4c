package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.status.Health;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** Mutable: a running application beside the monitor, with a topology and nothing else. */
abstract class SideApplication implements AutoCloseable {
  private final StreamsRuntime streams;

  SideApplication(StreamsRuntime streams) {
    this.streams = streams;
  }

  /**
   * A topology that is not started yet. It has no more threads than partitions.
   *
   * @param id of the application
   */
  static StreamsRuntime streams(
      AppConfig config, String id, int partitions, Function<StreamsConfig, Topology> topology) {
    Map<String, Object> properties = KafkaProperties.streams(config, Map.of());
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
    if (!config.kafka().containsKey(StreamsConfig.NUM_STREAM_THREADS_CONFIG)) {
      properties.put(
          StreamsConfig.NUM_STREAM_THREADS_CONFIG,
          Math.min(Runtime.getRuntime().availableProcessors(), partitions));
    }
    return new StreamsRuntime(
        topology.apply(new StreamsConfig(properties)),
        properties,
        new Metrics(),
        config.http().readyLag());
  }

  /** Starts to process, and returns at once. */
  final void start() {
    streams.start();
  }

  /** How it is now. */
  public final Health health() {
    return streams.health();
  }

  /**
   * Waits until it is closed, or the process is stopped, which closes it.
   *
   * @throws IllegalStateException if it stopped because of an error
   */
  public final void await() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "shutdown"));
    streams.await();
  }

  /** Commits what was processed and stops. Closing again changes nothing. */
  @Override
  public final void close() {
    streams.close();
  }
}
