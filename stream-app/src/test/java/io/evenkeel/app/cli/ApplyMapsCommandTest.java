package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the command refuses before it asks a broker. */
class ApplyMapsCommandTest extends CommandTest {
  private static final String REGISTRY = "serde.properties.schema.registry.url=mock://apply-maps";

  @Test
  void saysWhichMapCannotBeRead() throws IOException {
    String missing = folder.resolve("none.json").toString();
    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", missing))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("none.json: cannot be read: there is no such file");

    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"format\": 1}");
    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", broken.toString()))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("broken.json: this is no map: 'space' is missing");

    Path none = Files.writeString(folder.resolve("none-in-force.json"), "null\n");
    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", none.toString()))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("force.json: it holds null: no map is in force");
  }

  private String map(String members) throws IOException {
    return Files.writeString(
            folder.resolve("map.json"),
            """
            {"format": 1, "model": "churn", "space": {"kind": "classes", "size": 2}, "labels": 9,
             "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z",
             "gain": {"mean": 0, "lower": 0, "upper": 0}, %s
             "map": {"kind": "temperature", "temperature": 2}}
            """
                .formatted(members))
        .toString();
  }

  @Test
  void refusesAMapOfClassesInAnotherOrder() throws IOException {
    String map = map("\"classes\": [\"yes\", \"no\"],");
    String classes = "models.churn.classes=no,yes";

    assertThat(execute("apply-maps", "-D", REGISTRY, "-D", classes, "--map", map))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString())
        .contains(
            "the map is for the classes [yes, no] in this order, and the predictions have [no, yes]:"
                + " learn the map from columns in the order of the classes of churn in the settings");
  }

  @Test
  void takesOneMapOfAModel() throws IOException {
    String map = map("");

    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", map, "--map", map))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("each --map must be for another model");
  }
}
