package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecalibrateCommandTest extends CommandTest {
  @TempDir private Path folder;

  private String simulated(String preset) {
    Path written = folder.resolve(preset);
    assertThat(
            execute(
                "simulate",
                preset,
                "--count",
                "4000",
                "--change-after",
                "0s",
                "--out",
                written.toString()))
        .isZero();
    return written.resolve("dataset.yaml").toString();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  @Test
  void learnsTheTemperatureThatWasSimulated() throws IOException {
    assertThat(execute("recalibrate", simulated("overconfident"), "-o", path("map.json"))).isZero();

    assertThat(out.toString())
        .startsWith("overconfident: Recalibration pays. The map is: over-con");
    JsonNode map = json("map.json");
    assertThat(map.at("/space/kind").asText()).isEqualTo("classes");
    assertThat(map.at("/labels").asInt()).isEqualTo(4000);
    assertThat(map.at("/map/kind").asText()).isEqualTo("temperature");
    assertThat(map.at("/map/temperature").asDouble()).isEqualTo(2, within(0.2));
  }

  @Test
  void appliesAMapToAFile() throws IOException {
    String data = simulated("overconfident");
    execute("recalibrate", data, "-o", path("map.json"));

    assertThat(execute("recalibrate", data, "--map", path("map.json"), "-o", path("out.csv")))
        .isZero();

    List<String> rows = Files.readAllLines(folder.resolve("out.csv"));
    assertThat(rows).hasSize(4001);
    assertThat(rows.get(0)).isEqualTo("id,made_at,p0,p1,p2,p3,p4,p5,p6,p7,p8,p9,target,known_at");
    String[] table = {
      "recalibrate",
      path("out.csv"),
      "--probabilities",
      "p*",
      "--label",
      "target",
      "--time",
      "made_at",
      "-o",
      path("again.json")
    };
    assertThat(execute(table)).isZero();
    assertThat(out.toString()).startsWith("out: Recalibration does not pay: no map is better");
    assertThat(json("again.json").at("/map/maps").size()).isZero();
  }

  @Test
  void learnsMapsOfNumbers() throws IOException {
    assertThat(execute("recalibrate", simulated("biased"), "-o", path("map.json"))).isZero();

    assertThat(out.toString()).contains("Recalibration pays.", "changes the mean CRPS by -");
    assertThat(json("map.json").at("/space/kind").asText()).isEqualTo("reals");
    assertThat(
            execute(
                "recalibrate",
                path("biased/dataset.yaml"),
                "--map",
                path("map.json"),
                "-o",
                path("out.csv")))
        .isZero();
    assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(4001);
  }

  @Test
  void findsNothingToMendInCalibratedPredictions() {
    assertThat(execute("recalibrate", simulated("calibrated"), "-o", path("map.json"))).isZero();

    assertThat(out.toString()).startsWith("calibrated: Recalibration does not pay");
  }

  @Test
  void saysWhatIsWrongWithAMap() throws IOException {
    String data = simulated("overconfident");
    execute("recalibrate", simulated("biased"), "-o", path("numbers.json"));

    assertThat(execute("recalibrate", data, "--map", path("numbers.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString())
        .contains("the map is for predictions of 1 real number, got one of 10");

    Files.writeString(folder.resolve("other.json"), "{\"format\": 2}");
    assertThat(execute("recalibrate", data, "--map", path("other.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("other.json: 'format' must be 1");

    assertThat(execute("recalibrate", data, "--map", path("none.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("none.json: cannot be read: ");
    assertThat(execute("recalibrate", data, "--model", "other", "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("--model must be one of [overconfident]");
  }

  @Test
  void writesNoTableOfRecalibratedCounts() throws IOException {
    execute("recalibrate", simulated("biased"), "-o", path("numbers.json"));
    Files.writeString(
        folder.resolve("shift.json"),
        Files.readString(folder.resolve("numbers.json"))
            .replaceFirst(
                "(?s)\"map\"\\s*:\\s*\\{.*\\}\\s*\\}",
                "\"map\": {\"kind\": \"location-scale\", \"shift\": 0.2, \"scale\": 1}}"));
    Files.writeString(folder.resolve("rows.csv"), "mean,y\n1.5,2\n2.5,1\n");

    assertThat(
            execute(
                "recalibrate",
                path("rows.csv"),
                "--poisson",
                "mean",
                "--label",
                "y",
                "--map",
                path("shift.json"),
                "-o",
                path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("recalibrated counts have a probability for each");
  }

  @Test
  void needsLabels() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "p\n0.5\n0.6\n");

    assertThat(
            execute(
                "recalibrate", path("rows.csv"), "--probabilities", "p", "-o", path("map.json")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("a map is learned from labels, and no row has one");
  }
}
