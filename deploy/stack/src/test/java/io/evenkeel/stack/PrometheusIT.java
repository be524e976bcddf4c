package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.stack.Dashboards.Query;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether Prometheus, configured by deploy/prometheus, can answer what dashboards and rules ask.
 */
@ExtendWith(SharedExtension.class)
class PrometheusIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private static Path directory;
  private static WebProgram prometheus;

  @BeforeAll
  static void start(Pipeline pipeline) throws InterruptedException {
    assumeTrue(
        Part.PROMETHEUS.present(),
        "skipped: there is no Prometheus on this machine; apt-get install prometheus");
    prometheus = WebProgram.prometheus(pipeline.application().status(), List.of(), directory);
  }

  @AfterAll
  static void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  static Stream<Query> queries() {
    return Dashboards.queries("expr");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void everyPanelHasAnAnswer(Query query) {
    String promql = expand(query.text());
    assertThat(promql).as("macros and variables that are not known").doesNotContain("$");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(ask("query?query=" + encode(promql)).at("/data/result")).isNotEmpty());
  }

  /** What Grafana's macros and variables stand for, over all series. */
  private static String expand(String promql) {
    return promql
        .replace("$__rate_interval", "10s")
        .replaceAll("=\"\\$(model|version|segment)\"", "=~\".*\"");
  }

  @Test
  void everyRuleIsEvaluatedAndEveryRecordHasValues() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              List<String> recorded = new ArrayList<>();
              for (JsonNode rule : ask("rules").findParents("query")) {
                assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
                if (rule.path("type").asText().equals("recording")) {
                  recorded.add(rule.path("name").asText());
                }
              }
              assertThat(recorded)
                  .isNotEmpty()
                  .allSatisfy(
                      name ->
                          assertThat(ask("query?query=" + encode(name)).at("/data/result"))
                              .isNotEmpty());
            });
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonNode ask(String question) throws IOException {
    try (InputStream answer = prometheus.url().resolve("api/v1/" + question).toURL().openStream()) {
      return JSON.readTree(answer);
    }
  }
}
