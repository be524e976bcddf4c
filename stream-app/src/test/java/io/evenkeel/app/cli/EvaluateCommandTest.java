package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class EvaluateCommandTest extends CommandTest {
  private String simulated(String preset) {
    Path written = folder.resolve(preset);
    assertThat(execute("simulate", preset, "--count", "400", "--out", written.toString())).isZero();
    return written.resolve("dataset.yaml").toString();
  }

  @Test
  void printsTheVerdictFirst() {
    assertThat(execute("evaluate", simulated("calibrated"))).isZero();

    assertThat(out.toString()).startsWith("calibrated: Nothing speaks against the predictions; ");
    assertThat(err.toString()).doesNotContain("evenkeel:");
  }

  @Test
  void printsTheRestOnlyWhereAskedTo() {
    String file = simulated("calibrated");
    assertThat(execute("evaluate", file)).isZero();
    String little = out.toString();
    assertThat(execute("evaluate", file, "--all")).isZero();

    assertThat(little).contains("log loss, nats", "CME test", "--all prints ");
    assertThat(little).doesNotContain("CKCE", "resolution");
    assertThat(out.toString())
        .contains("CKCE", "resolution", "Detectable with 80 % power: ")
        .doesNotContain("--all prints ");
    // The line of what --all prints makes room for that of what is detectable.
    assertThat(out.toString().lines().count()).isEqualTo(little.lines().count() + hidden(little));
  }

  private static int hidden(String report) {
    return Integer.parseInt(report.replaceAll("(?s).*--all prints (\\d+) more.*", "$1"));
  }

  @Test
  void printsJsonAndNothingElse() throws IOException {
    assertThat(execute("evaluate", simulated("calibrated"), "--json", "--sample", "100")).isZero();

    assertThat(new ObjectMapper().readTree(out.toString()).at("/plan/sample").asInt())
        .isEqualTo(100);
  }

  @Test
  void saysHowManyRowsHaveTheIdOfAnotherOne() throws IOException {
    Path file =
        TestData.table(
            folder.resolve("repeated.csv"),
            "id,p0,p1,label",
            3000,
            i -> "row-" + (i == 17 || i == 2999 ? 5 : i) + ",0.4,0.6," + i % 2);
    String page = folder.resolve("repeated.html").toString();

    String[] table = {"evaluate", "" + file, "--probabilities", "p0,p1", "--label", "label"};
    assertThat(execute(with(table, "--id", "id", "--html", page))).as("%s", err).isZero();

    String words = "2 rows have the id of an earlier row. Here each row counts; ";
    assertThat(out.toString()).contains("3,000 predictions, 3,000 of them", words);
    assertThat(Files.readString(Path.of(page))).contains(words);
    assertThat(execute(with(table, "--json"))).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/models/0/rows/repeated_ids").asInt(-1)).isZero();
  }

  private static String[] with(String[] command, String... more) {
    return Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void comparesTwoModelsAtATime() {
    assertThat(execute("evaluate", "x.yaml", "--compare", "a", "b", "--compare", "c", "d"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--compare takes two models; run once for each pair");
    assertThat(execute("evaluate", "x.yaml", "--compare", "a")).isEqualTo(2);
    assertThat(err.toString()).contains("--compare takes two models");
  }

  @Test
  void showsThatTwoModelsAreComparedAtATime() {
    assertThat(execute("evaluate", "--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("[--compare=MODEL MODEL]")
        .doesNotContain("[--compare=MODEL MODEL]...");
  }

  @Test
  void triesAMap() throws IOException {
    Path written = folder.resolve("sharp");
    String[] simulation = {
      "simulate", "overconfident", "--count", "2000", "--change-after", "0s", "--out", "" + written
    };
    assertThat(execute(simulation)).isZero();
    String data = written.resolve("dataset.yaml").toString();
    String page = folder.resolve("report.html").toString();
    assertThat(execute("evaluate", data, "--recalibrate", "--html", page)).isZero();

    assertThat(out.toString())
        .contains("Recalibration pays. The map is: over-confident: temperature ")
        .containsPattern("as predicted +recalibrated\\R +log loss, nats +\\S+ +\\S+\\R +ECE, top");
    assertThat(Files.readString(Path.of(page)))
        .contains("Recalibration pays. ", "recalibrated</th>");

    assertThat(execute("evaluate", data, "--recalibrate", "--json")).isZero();
    JsonNode trial = new ObjectMapper().readTree(out.toString()).at("/models/0/recalibrated");
    assertThat(trial.at("/pays").asBoolean()).isTrue();
    assertThat(trial.at("/gain_lower").asDouble()).isPositive();
    assertThat(trial.at("/map/kind").asText()).isEqualTo("temperature");
    assertThat(trial.at("/changes/0/recalibrated").asDouble())
        .isLessThan(trial.at("/changes/0/as_predicted").asDouble());
  }

  @Test
  void drawsDiagramsOfClassesAndOfNumbers() throws Exception {
    String plots = folder.resolve("plots").toString();
    for (String name : List.of("calibrated-reliability", "biased-pit")) {
      String preset = name.substring(0, name.indexOf('-'));
      assertThat(execute("evaluate", simulated(preset), "--plot", plots)).isZero();

      Path plot = folder.resolve("plots").resolve(name + ".svg");
      assertThat(err.toString()).contains("written: " + plot);
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      Document svg = factory.newDocumentBuilder().parse(plot.toFile());
      assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(svg.getElementsByTagName("path").getLength()).isPositive();
    }
  }

  @Test
  void writesAPageThatIsOneFile() throws IOException {
    Path page = folder.resolve("report.html");

    assertThat(execute("evaluate", simulated("overconfident"), "--html", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("<h2>overconfident</h2>", "<td>log loss, nats</td>")
        .contains("alt=\"overconfident: reliability\"", "src=\"data:image/svg+xml;base64,")
        .doesNotContain("<script", "src=\"http", "href=");
  }

  @Test
  void namesClassesAsTheSettingsDoWhereLabelsAreIndices() throws IOException {
    TestData.table(folder.resolve("ratings.csv"), "p,q,r,y", 60, n -> "0.2,0.4,0.4," + n % 5 / 2);
    String dataset =
        """
        models:
          - model: ratings
            file: ratings.csv
            id: '{#}'
            time: {start: '2026-01-01T00:00:00Z', step: 1h}
            distribution: {categorical: [p, q, r]}
            label: {column: y, delay: 1h}
            settings: {calibration: ordered, classes: 'bad,fair,good'}
        """;
    Path file = TestData.dataset(folder, dataset);

    assertThat(execute("evaluate", file.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("in the order: bad as 0, fair as 1, good as 2.");

    Files.writeString(file, dataset.replace("calibration: ordered", "calibration: 'class:good'"));
    assertThat(execute("evaluate", file.toString())).as(err.toString()).isZero();
  }

  @Test
  void failsWhereAConditionHolds() throws IOException {
    TestData.table(folder.resolve("coins.csv"), "n,p,heads", 80, n -> n + ",0.99," + n % 2);
    String file =
        TestData.dataset(
                folder,
                """
                models:
                  - model: coins
                    file: coins.csv
                    id: '{n}'
                    time: {start: '2026-01-01T00:00:00Z', step: 1s}
                    distribution: {binary: p}
                    label: {column: heads, delay: 1s}
                """)
            .toString();

    assertThat(execute("evaluate", file, "--fail-on", "p<0.01", "--fail-on", "gain>9"))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("--fail-on p<0.01: coins: p is ");
    assertThat(err.toString()).doesNotContain("gain");
    assertThat(execute("evaluate", file, "--fail-on", "gain>9")).isZero();
  }

  @Test
  void refusesAWrongConditionBeforeItReadsTheFile() {
    assertThat(execute("evaluate", "no-such-file.yaml", "--fail-on", "p=1")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel: --fail-on 'p=1': write a name, one of < <= > >=, and a number");
  }

  @Test
  void refusesAFileThatIsNotThereAndNumbersOutOfRange() {
    assertThat(execute("evaluate", folder.resolve("none.yaml").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("none.yaml: cannot be read");
    assertThat(execute("evaluate", "x.yaml", "--alpha", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--alpha must lie between 0 and 1, got 1.0");
  }
}
