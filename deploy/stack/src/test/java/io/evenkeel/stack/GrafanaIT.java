package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.stack.Dashboards.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether what the dashboards ask PostgreSQL has an answer. */
@ExtendWith(SharedExtension.class)
class GrafanaIT {
  /** PostgreSQL's code of insufficient_privilege. */
  private static final String DENIED = "42501";

  private final Pipeline pipeline;

  GrafanaIT(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  static Stream<Query> queries() {
    return Dashboards.queries("rawSql");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void everyPanelAndAnnotationHasRowsForSomeSeries(Query query) throws SQLException {
    boolean rows = false;
    for (Map<String, String> chosen : choices(query.dashboard())) {
      rows |= hasRows(query, chosen);
    }

    assertThat(rows).as(query.text()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Findings", "Evidence against calibration", "Labels that came"})
  void theFleetDrawsAsManySeriesOfTheModelsAsAreAskedFor(String title) throws SQLException {
    String query =
        queries()
            .filter(one -> one.title().equals(title) && one.text().contains("$top"))
            .map(Query::text)
            .findFirst()
            .orElseThrow();

    Set<String> all = drawn(query, Map.of("models", "model", "top", "100"));
    assertThat(all).hasSizeGreaterThan(1);
    for (String model : all) {
      assertThat(drawn(query, Map.of("models", "'" + model + "'", "top", "100")))
          .containsExactly(model);
    }
    assertThat(drawn(query, Map.of("models", "model", "top", "1"))).hasSize(1);
  }

  private Set<String> drawn(String query, Map<String, String> variables) throws SQLException {
    Set<String> drawn = new HashSet<>();
    try (Connection database = pipeline.reader();
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(expand(query, variables))) {
      while (rows.next()) {
        drawn.add(rows.getString("metric"));
      }
    }
    return drawn;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from alerts",
        "update verdicts set summary = ''",
        "select evenkeel_forget(now())",
        "select evenkeel_empty()",
        "create table mine (column_of_mine text)",
        "alter role evenkeel_reader superuser",
        "copy (select 1) to program 'true'",
        "select pg_read_file('/etc/passwd')"
      })
  void whoeverAsksMayChangeNothing(String sql) throws SQLException {
    try (Connection database = pipeline.reader();
        Statement statement = database.createStatement()) {
      assertThatThrownBy(() -> statement.execute("delete from alerts"))
          .hasMessageContaining("read-only transaction");
      statement.execute("set default_transaction_read_only = off");

      assertThatThrownBy(() -> statement.execute(sql))
          .isInstanceOfSatisfying(
              SQLException.class, refusal -> assertThat(refusal.getSQLState()).isEqualTo(DENIED));
    }
  }

  private boolean hasRows(Query query, Map<String, String> variables) throws SQLException {
    try (Connection database = pipeline.reader();
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(expand(query.text(), variables))) {
      boolean inTime = query.format().equals("time_series") || query.annotates();
      assertThat(rows.getMetaData().getColumnName(1).equals("time")).isEqualTo(inTime);
      return rows.next();
    }
  }

  /** Every choice of the variables, each asked for as Grafana does. */
  private List<Map<String, String>> choices(JsonNode dashboard) throws SQLException {
    List<Map<String, String>> choices = List.of(Map.of());
    for (JsonNode variable : dashboard.at("/templating/list")) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> choice : choices) {
        for (String value : values(variable, choice)) {
          Map<String, String> next = new HashMap<>(choice);
          next.put(variable.path("name").asText(), value);
          longer.add(next);
        }
      }
      choices = longer;
    }
    return choices;
  }

  /** What a variable stands for in a query: of several values a list, of all what matches any. */
  private List<String> values(JsonNode variable, Map<String, String> choice) throws SQLException {
    String query = variable.path("query").asText();
    List<String> values =
        variable.path("type").asText().equals("custom")
            ? List.of(query.split(","))
            : values(expand(query, choice));
    return variable.path("multi").asBoolean()
        ? List.of(variable.path("allValue").asText(), list(values), list(values.subList(0, 1)))
        : values.stream().map(value -> value.replace("'", "''")).toList();
  }

  private static String list(List<String> values) {
    return values.stream()
        .map(value -> "'" + value.replace("'", "''") + "'")
        .collect(Collectors.joining(","));
  }

  private List<String> values(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection database = pipeline.reader();
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    assertThat(values).as(sql).isNotEmpty();
    return values;
  }

  /** As Grafana asks, over the week of the forecasts. */
  private static String expand(String sql, Map<String, String> variables) {
    return Dashboards.expand(sql, variables, "2013-11-25T00:00:00Z", "2013-12-02T00:00:00Z");
  }
}
