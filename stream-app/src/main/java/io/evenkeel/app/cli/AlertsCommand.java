package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.oncall.AlertTable;
import io.evenkeel.app.oncall.AlertTopic;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists alerts. */
@Command(
    name = "alerts",
    description = "Lists the alerts that are open: their ID, state, severity, and what they say.")
final class AlertsCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(names = "--all", description = "List those that are resolved, too.")
  private boolean all;

  @Option(names = "--json", description = "Print an alert per line, as JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    AppConfig settings = config.read();
    PrintWriter out = spec.commandLine().getOut();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    try (TopicReader reader = new TopicReader(KafkaProperties.clients(settings), progress::at)) {
      List<Alert> alerts =
          new AlertTopic(settings, reader)
              .newest().stream()
                  .filter(alert -> all || alert.getState() != AlertState.RESOLVED)
                  .toList();
      if (json) {
        alerts.forEach(alert -> out.println(json(alert)));
      } else {
        out.print(AlertTable.of(alerts));
      }
      out.flush();
    }
  }

  private static String json(Alert alert) {
    byte[] bytes = Objects.requireNonNull(new JsonSerializer().serialize("alerts", alert));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
