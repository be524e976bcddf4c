package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus' own tools say of deploy/prometheus. */
class RulesTest {
  private static final Path FOLDER = Pipeline.DEPLOY.resolve("prometheus");

  @Test
  void prometheusTakesTheConfiguration() throws Exception {
    run("promtool", "check", "config", FOLDER.resolve("prometheus.yml").toString());
  }

  @Test
  void alertsFireWhenTheyAreMeantTo() throws Exception {
    for (String file : List.of("rules.test.yml", "weeks.test.yml")) {
      run("promtool", "test", "rules", FOLDER.resolve("tests").resolve(file).toString());
    }
  }

  /** As on the board of the fleet: such alerts want nobody. */
  @Test
  void theBoardOfOperationCountsNoAlertsForTheRecord(@TempDir Path directory) throws Exception {
    String test =
        """
        tests:
          - interval: 1m
            input_series:
              - {series: 'evenkeel_alerts_firing{model="a", severity="critical"}', values: 2 0}
              - {series: 'evenkeel_alerts_firing{model="b", severity="info"}', values: 3 3}
            promql_expr_test:
              - {expr: '%1$s', eval_time: 0m, exp_samples: [{labels: '{}', value: 2}]}
              - {expr: '%1$s', eval_time: 1m, exp_samples: [{labels: '{}', value: 0}]}
          - interval: 1m
            input_series:
              - {series: 'evenkeel_alerts_firing{model="b", severity="info"}', values: 3}
            promql_expr_test:
              - {expr: '%1$s', eval_time: 0m, exp_samples: [{labels: '{}', value: 0}]}
        """;
    String firing =
        Dashboards.queries("expr")
            .filter(query -> query.title().equals("Alerts firing"))
            .map(Dashboards.Query::text)
            .findFirst()
            .orElseThrow();
    Path file = Files.writeString(directory.resolve("firing.test.yml"), test.formatted(firing));

    run("promtool", "test", "rules", file.toString());
  }

  @Test
  void everyAlertHasAParagraphInTheRunbook() throws IOException {
    String readme = Files.readString(FOLDER.resolve("README.md"));
    JsonNode rules = new YAMLMapper().readTree(FOLDER.resolve("rules.yml").toFile());
    List<JsonNode> alerts = rules.findParents("alert");

    assertThat(alerts).hasSizeGreaterThan(10);
    for (JsonNode rule : alerts) {
      String name = rule.get("alert").asText();
      assertThat(rule.at("/annotations/runbook_url").asText())
          .isEqualTo("deploy/prometheus/README.md#" + name.toLowerCase(Locale.ROOT));
      assertThat(readme).contains("\n### " + name + "\n");
    }
  }

  @Test
  void alertmanagerTakesTheConfiguration() throws Exception {
    run("amtool", "check-config", FOLDER.resolve("alertmanager.yml").toString());
  }

  /** The owner of a model can do nothing about the settings or the state of Evenkeel. */
  @Test
  void alertsOfEvenkeelItselfGoToItsOperatorsAlsoThoseThatNameAModel() throws Exception {
    JsonNode rules = new YAMLMapper().readTree(FOLDER.resolve("rules.yml").toFile());
    int ofModels = 0;
    for (JsonNode group : rules.path("groups")) {
      boolean own = group.path("name").asText().equals("evenkeel-application");
      for (JsonNode rule : group.path("rules")) {
        if (own && rule.toString().contains("$labels.model")) {
          ofModels++;
          goesTo("operators", rule.path("alert").asText());
        }
      }
    }

    assertThat(ofModels).isEqualTo(3);
    goesTo("operators", "EvenkeelMonitorFailed");
    goesTo("model-owners", "EvenkeelMiscalibration");
    goesTo("model-owners", "EvenkeelLabelsStopped");
  }

  private static void goesTo(String receiver, String alert) throws Exception {
    String file = "--config.file=" + FOLDER.resolve("alertmanager.yml");
    String wanted = "--verify.receivers=" + receiver;
    run("amtool", "config", "routes", "test", file, wanted, "alertname=" + alert, "model=churn");
  }

  private static void run(String tool, String... arguments)
      throws IOException, InterruptedException {
    Path program = Programs.find(tool).orElse(null);
    assumeTrue(
        program != null,
        "skipped: there is no " + tool + "; apt-get install prometheus prometheus-alertmanager");
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of(program.toString()), List.of(arguments).stream()).toList())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
