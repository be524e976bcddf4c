package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.cli.App;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An alert of a replay is explained to the last number, as long as the events are there. */
class ExplainIT {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private Map<String, String> settings(EmbeddedKafka kafka) {
    Map<String, String> settings = new HashMap<>();
    settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
    settings.put("kafka.state.dir", directory.resolve("state").toString());
    settings.put("serde.properties.schema.registry.url", "mock://explain");
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "100ms");
    settings.put("defaults.window.size", "1h");
    settings.put("defaults.window.advance", "20m");
    settings.put("defaults.labels.wait", "30m");
    settings.put("defaults.profile.sample", "500");
    return settings;
  }

  private int execute(Map<String, String> settings, String... command) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of(command));
    settings.forEach((path, value) -> arguments.add("-D" + path + "=" + value));
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  /** Duplicates, labels before their predictions, labels that are late, wrong or never come. */
  private void simulate(Map<String, String> settings) {
    int code =
        execute(
            settings,
            "simulate",
            "biased",
            "--count=8000",
            "--start=2026-01-01T00:00:00Z",
            "--every=5s",
            "--delay=pareto(1m, 1.2)",
            "--shuffle=2m",
            "--duplicates=0.1",
            "--early-labels=0.1",
            "--dropped-labels=0.1",
            "--corrected-labels=0.1");
    assertThat(code).as(err.toString()).isZero();
  }

  private static Alert firing(AppConfig config) {
    try (FinalVerdicts verdicts = new FinalVerdicts(config)) {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  verdicts.alerts().stream()
                      .anyMatch(alert -> alert.getState() == AlertState.FIRING));
      return verdicts.alerts().stream()
          .filter(alert -> alert.getState() == AlertState.FIRING)
          .findFirst()
          .orElseThrow();
    }
  }

  private static void delete(AppConfig config, String topic, long before) throws Exception {
    try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
          .all()
          .get();
    }
  }

  @Test
  void makesEveryNumberAgainUntilTheEventsAreGone() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = settings(kafka);
      AppConfig config = AppConfig.of(settings);
      assertThat(execute(settings, "topics", "--partitions=2")).as(err.toString()).isZero();
      Alert alert;
      try (Application application = Application.start(config)) {
        simulate(settings);
        alert = firing(config);
        assertThat(application.health().live()).isTrue();
      }
      String at = "--at=" + alert.getUpdatedAt();
      String id = alert.getFingerprint().substring(0, 8);

      assertThat(execute(settings, "explain", id, at)).as(out + "\n" + err).isZero();
      assertThat(out.toString())
          .contains(alert.getSummary(), "partition 0: predictions", "partition 1: predictions")
          .containsPattern("log_e_series +\\S+ +\\S+ +same")
          .containsPattern("cme_p_value +\\S+ +\\S+ +same")
          .contains("different: 0");

      assertThat(execute(settings, "explain", id, at, "--json")).isZero();
      assertThat(out.toString()).contains("\"agrees\" : true");

      settings.put("defaults.evidence.tolerance", "0.1");
      assertThat(execute(settings, "explain", id, at)).isEqualTo(1);
      assertThat(out.toString())
          .contains("Warning: the settings of ")
          .containsPattern("log_e_beyond +\\S+ +\\S+ +DIFFERENT");
      settings.remove("defaults.evidence.tolerance");

      assertThat(execute(settings, "explain", "nobody")).isEqualTo(2);
      assertThat(err.toString()).contains("no alert in evenkeel.alerts");

      delete(config, config.topics().predictions(), 900);
      assertThat(execute(settings, "explain", id, at)).isEqualTo(2);
      assertThat(err.toString())
          .contains("of evenkeel.predictions-0 is gone; the topic now starts at 900")
          .contains("retention.ms");
    }
  }
}
