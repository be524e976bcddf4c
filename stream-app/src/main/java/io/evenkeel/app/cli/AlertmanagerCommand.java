package io.evenkeel.app.cli;

import io.evenkeel.app.config.AlertmanagerSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.BridgeApplication;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Sends alerts to Alertmanagers until it is stopped, as the application itself does with the
 * settings {@code alertmanager.*}.
 */
@Command(
    name = "alertmanager",
    description = {
      "Sends the alerts to Prometheus' Alertmanager until it is stopped.",
      "Serves its metrics and health on http.port."
    })
final class AlertmanagerCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--url",
      description =
          "Address of an Alertmanager, for example http://localhost:9093. May be given several"
              + " times: each receives all alerts. Default: alertmanager.urls.")
  private List<URI> urls = List.of();

  @Option(
      names = "--resend",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How often open alerts are sent again. Default: alertmanager.resend-interval (1m)."
              + " Alertmanager drops an alert that was not sent four times in a row.")
  private @Nullable Duration resend;

  @Override
  public void run() {
    AppConfig settings = config.read();
    AlertmanagerSettings given = settings.alertmanager();
    List<String> receivers =
        urls.isEmpty() ? given.urls() : urls.stream().map(URI::toString).toList();
    if (receivers.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "missing the address of an Alertmanager: --url or alertmanager.urls");
    }
    AppConfig bridged =
        settings.withAlertmanager(
            given.to(receivers, resend == null ? given.resendInterval() : resend));
    try (BridgeApplication bridge = BridgeApplication.start(bridged)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("Metrics and health: " + bridge.status());
      out.flush();
      bridge.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
