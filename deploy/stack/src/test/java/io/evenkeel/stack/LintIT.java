package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What linters of others say of the files of deploy/. */
class LintIT {

  /** Objects that belong to the data source of a question, of which Grafana's schema is silent. */
  private static final List<String> OF_DATA_SOURCES = List.of("targets", "target", "templating");

  @TempDir private static Path directory;
  private static Npm npm;

  @BeforeAll
  static void install() throws Exception {
    npm = Npm.install("lint", directory);
  }

  @Test
  void dockerTakesTheDockerfile() throws Exception {
    npm.run(
        "npx",
        "dockerfile-utils",
        "lint",
        Pipeline.DEPLOY.resolve("docker/Dockerfile").toAbsolutePath().toString());
  }

  @Test
  void dashboardsHaveOnlyWhatGrafanaKnows() throws Exception {
    List<JsonNode> dashboards = Dashboards.all();
    for (int i = 0; i < dashboards.size(); i++) {
      write(dashboards.get(i), "dashboard" + i + ".ts");
    }

    npm.run("npx", "tsc");
  }

  @Test
  void aMistakeInADashboardIsFound() throws Exception {
    JsonNode dashboard = Dashboards.all().get(0).deepCopy();
    ((ObjectNode) dashboard.findParent("fieldConfig").path("fieldConfig").path("defaults"))
        .put("unitt", "percent");
    Path file = write(dashboard, "mistake.ts");

    assertThatThrownBy(() -> npm.run("npx", "tsc")).hasMessageContaining("unitt");
    Files.delete(file);
  }

  private static Path write(JsonNode dashboard, String name) throws IOException {
    JsonNode own = dashboard.deepCopy();
    for (String field : OF_DATA_SOURCES) {
      own.findParents(field).forEach(parent -> ((ObjectNode) parent).remove(field));
    }
    return Files.writeString(
        npm.folder().resolve(name),
        "import type { DashboardFile } from \"./dashboard\";\nexport const dashboard = "
            + own.toPrettyString()
            + " satisfies DashboardFile;\n");
  }
}
