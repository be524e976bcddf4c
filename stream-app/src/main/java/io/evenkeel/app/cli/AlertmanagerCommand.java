package io.evenkeel.app.cli;

import io.evenkeel.app.alertmanager.AlertmanagerBridge;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends alerts to Alertmanagers until it is stopped, as the application itself does with the
 * settings {@code alertmanager.*}.
 */
@Command(
    name = "alertmanager",
    description = "Sends the alerts to Prometheus' Alertmanager until it is stopped.")
final class AlertmanagerCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--url",
      required = true,
      description =
          "Address of an Alertmanager, for example http://localhost:9093. May be given several"
              + " times: each receives all alerts.")
  private List<URI> urls = List.of();

  @Option(
      names = "--resend",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description =
          "How often open alerts are sent again. Default: ${DEFAULT-VALUE}. Alertmanager drops an"
              + " alert that was not sent four times in a row.")
  private Duration resend = Duration.ZERO;

  @Override
  public void run() {
    AppConfig settings = config.read();
    AppConfig bridged =
        settings.withAlertmanager(
            settings.alertmanager().to(urls.stream().map(URI::toString).toList(), resend));
    try (AlertmanagerBridge bridge =
        new AlertmanagerBridge(
            bridged,
            KafkaProperties.clients(bridged),
            AvroSerdes.of(bridged.serde(), bridged.topics()).deserializer(),
            new Metrics())) {
      bridge.start();
      bridge.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
