package io.evenkeel.app.runtime;

import io.evenkeel.app.alertmanager.AlertmanagerBridge;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.status.Health;
import io.evenkeel.app.status.StatusServer;
import java.net.URI;
import java.time.Duration;

/** Mutable: the running bridge to Alertmanager as a program of its own, with its metrics. */
public final class BridgeApplication implements AutoCloseable {
  /** As in the rule {@code EvenkeelBridgeStuck}. */
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);

  private final AlertmanagerBridge bridge;
  private final StatusServer status;

  private BridgeApplication(AlertmanagerBridge bridge, StatusServer status) {
    this.bridge = bridge;
    this.status = status;
  }

  /**
   * Starts to send and to serve, and returns.
   *
   * @throws io.evenkeel.app.config.ConfigException if a setting cannot be used
   */
  public static BridgeApplication start(AppConfig config) {
    Metrics metrics = new Metrics();
    AlertmanagerBridge bridge =
        new AlertmanagerBridge(
            config,
            KafkaProperties.clients(config),
            AvroSerdes.of(config.serde(), config.topics()).deserializer(),
            metrics);
    try {
      StatusServer status = StatusServer.start(config.http(), metrics, () -> health(metrics));
      bridge.start();
      return new BridgeApplication(bridge, status);
    } catch (RuntimeException e) {
      bridge.close();
      throw e;
    }
  }

  private static Health health(Metrics metrics) {
    double since =
        System.currentTimeMillis() / 1e3 - metrics.value(Instrument.ALERTMANAGER_LAST_ROUND);
    boolean ready = since <= LONGEST_ROUND.toSeconds();
    return new Health(true, ready, ready ? "RUNNING" : "STUCK", 0);
  }

  /** Where metrics and health are served. */
  public URI status() {
    return status.address();
  }

  /** Waits until it is closed, or the process is stopped, which closes it. */
  public void await() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "shutdown"));
    bridge.await();
  }

  /** Leaves its consumer group, so that another bridge takes over at once, and stops. */
  @Override
  public void close() {
    bridge.close();
    status.close();
  }
}
