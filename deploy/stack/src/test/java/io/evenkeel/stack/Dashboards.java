package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The dashboards of deploy/grafana and what they ask. */
final class Dashboards {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A question of a panel or of an annotation.
   *
   * @param title of the panel or annotation
   * @param text in SQL or PromQL, with Grafana's macros and variables
   * @param format how the answer is read
   * @param annotates whether it is of an annotation
   */
  record Query(JsonNode dashboard, String title, String text, String format, boolean annotates) {
    @Override
    public String toString() {
      return dashboard.path("title").asText() + ", " + title;
    }
  }

  private Dashboards() {}

  static List<JsonNode> all() {
    try (Stream<Path> files = Files.list(Pipeline.DEPLOY.resolve("grafana/dashboards"))) {
      return files.sorted().map(Dashboards::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Every question in one language.
   *
   * @param field where it stands: rawSql or expr
   */
  static Stream<Query> queries(String field) {
    return all().stream()
        .flatMap(
            board ->
                Stream.concat(
                    elements(board.path("panels"))
                        .flatMap(panel -> queries(board, panel, "title", field)),
                    elements(board.at("/annotations/list"))
                        .flatMap(annotation -> queries(board, annotation, "name", field))));
  }

  /**
   * SQL as Grafana sends it: what its macros, over a range of time, and its variables stand for.
   */
  static String expand(String sql, Map<String, String> variables, String from, String to) {
    String expanded =
        sql.replaceAll(
                "\\$__timeFilter\\(([^)]*)\\)", "$1 between \\$__timeFrom() and \\$__timeTo()")
            .replace("$__timeFrom()", "'" + from + "'")
            .replace("$__timeTo()", "'" + to + "'");
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      expanded = expanded.replace("$" + variable.getKey(), variable.getValue());
    }
    assertThat(expanded).as("macros and variables that are not known").doesNotContain("$");
    return expanded;
  }

  static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static Stream<Query> queries(JsonNode board, JsonNode part, String title, String field) {
    return part.findParents(field).stream()
        .map(
            target ->
                new Query(
                    board,
                    part.path(title).asText(),
                    target.path(field).asText(),
                    target.path("format").asText(),
                    part.has("iconColor")));
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no JSON", e);
    }
  }
}
