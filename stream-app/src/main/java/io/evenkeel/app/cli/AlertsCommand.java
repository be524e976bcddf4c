package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.follow.AbsentException;
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
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--map",
      paramLabel = "ALERT-ID",
      description =
          "Print the map that would mend the predictions that this alert is about, as JSON for"
              + " 'evenkeel recalibrate --map'.")
  private @Nullable String map;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    AppConfig settings = config.read();
    PrintWriter out = spec.commandLine().getOut();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    try (TopicReader reader = new TopicReader(KafkaProperties.clients(settings), progress::at)) {
      AlertTopic topic = new AlertTopic(settings, reader);
      if (map != null) {
        out.print(map(topic.find(map, null)));
        out.flush();
        return;
      }
      List<Alert> alerts =
          topic.newest().stream()
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

  static String map(Alert alert) {
    if (!alert.getRule().equals(Rule.MISCALIBRATION.key())) {
      throw new AbsentException(
          "the alert "
              + alert.getFingerprint()
              + " has no map: its rule is "
              + alert.getRule()
              + ", and only miscalibration can be mended by one");
    }
    if (alert.getMap() == null) {
      throw new AbsentException(
          "the alert "
              + alert.getFingerprint()
              + " has no map. "
              + Objects.requireNonNullElse(alert.getNoMap(), unsaid(alert)));
    }
    return alert.getMap();
  }

  private static String unsaid(Alert alert) {
    return alert.getState() == AlertState.RESOLVED
        ? "It is over."
        : "It is of an earlier version of Evenkeel, which did not say why.";
  }

  private static String json(Alert alert) {
    byte[] bytes = Objects.requireNonNull(new JsonSerializer().serialize("alerts", alert));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
