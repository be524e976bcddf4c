package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.stack.Dashboards.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether what the dashboards ask PostgreSQL has an answer. */
@ExtendWith(PipelineExtension.class)
class GrafanaIT {
  private final Pipeline pipeline;

  GrafanaIT(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  static Stream<Query> queries() {
    return Dashboards.queries("rawSql");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void everyPanelAndAnnotationHasRows(Query query) throws SQLException {
    String sql = expand(query.text(), variables(query.dashboard()));

    try (Connection database = pipeline.database();
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).as(sql).isTrue();
      boolean series = query.format().equals("time_series");
      assertThat(rows.getMetaData().getColumnName(1).equals("time"))
          .isEqualTo(series || query.annotates());
    }
  }

  /** The first value of each variable, asked for as Grafana does. */
  private Map<String, String> variables(JsonNode dashboard) throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    for (JsonNode variable : dashboard.at("/templating/list")) {
      String sql = expand(variable.path("query").asText(), values);
      try (Connection database = pipeline.database();
          Statement statement = database.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        assertThat(rows.next()).as(sql).isTrue();
        values.put(variable.path("name").asText(), rows.getString(1));
      }
    }
    return values;
  }

  /** What Grafana's macros and variables stand for, over the week of the forecasts. */
  private static String expand(String sql, Map<String, String> variables) {
    String expanded =
        sql.replaceAll(
                "\\$__timeFilter\\(([^)]*)\\)", "$1 between \\$__timeFrom() and \\$__timeTo()")
            .replace("$__timeFrom()", "'2013-11-25T00:00:00Z'")
            .replace("$__timeTo()", "'2013-12-02T00:00:00Z'");
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      expanded = expanded.replace("$" + variable.getKey(), variable.getValue().replace("'", "''"));
    }
    assertThat(expanded).as("macros and variables that are not known").doesNotContain("$");
    return expanded;
  }
}
