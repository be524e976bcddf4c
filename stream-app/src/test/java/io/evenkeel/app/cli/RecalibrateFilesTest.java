package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What recalibrate reads row by row, and where it writes. */
class RecalibrateFilesTest extends CommandTest {
  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static String[] with(String[] last, String... first) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(last)).toArray(String[]::new);
  }

  private String[] normal(String table, String... more) {
    return with(more, "recalibrate", path(table), "--normal", "mean,sd", "--label", "t");
  }

  private void writeShift(String name) throws IOException {
    writeMap(name, "\"shift\": 0.5, \"scale\": 10");
  }

  private void writeMap(String name, String parameters) throws IOException {
    Files.writeString(
        folder.resolve(name),
        """
        {"format": 1, "model": "m", "space": {"kind": "reals", "size": 1},
         "labels": 9, "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "gain": {"mean": 0, "lower": 0, "upper": 0},
         "map": {"kind": "location-scale", %s}}
        """
            .formatted(parameters));
  }

  /** Targets are a standard deviation too high; one prediction is a point, as of a constant. */
  @Test
  void learnsFromATableWithAPointMass() throws IOException {
    Random random = new Random(1);
    StringBuilder rows = new StringBuilder("mean,sd,t\n5.865,0,6\n");
    for (int i = 0; i < 500; i++) {
      rows.append(i).append(",2,").append(i + 2 + 2 * random.nextGaussian()).append('\n');
    }
    Files.writeString(folder.resolve("points.csv"), rows);

    assertThat(execute(normal("points.csv", "-o", path("map.json")))).as(err.toString()).isZero();
    JsonNode map = new ObjectMapper().readTree(folder.resolve("map.json").toFile());
    assertThat(map.at("/labels").asInt()).isEqualTo(501);
    assertThat(
            execute(normal("points.csv", "--map", path("map.json"), "-o", path("points-out.csv"))))
        .as(err.toString())
        .isZero();
    assertThat(Files.readAllLines(folder.resolve("points-out.csv"))).hasSize(502);
  }

  /** Of each of 100 outcomes there are 20 rows, one in each round of the file. */
  @Test
  void provesNoMapByRowsOfOutcomesThatItWasLearnedFrom() throws IOException {
    Random random = new Random(2);
    double[] p = random.doubles(100).toArray();
    int[] y = Arrays.stream(p).mapToInt(one -> random.nextDouble() < one ? 1 : 0).toArray();
    StringBuilder rows = new StringBuilder("p,y,match\n");
    for (int i = 0; i < 2000; i++) {
      int k = i % 100;
      rows.append(p[k]).append(',').append(y[k]).append(',').append(k).append('\n');
    }
    Files.writeString(folder.resolve("matches.csv"), rows);
    String[] file = {
      "recalibrate", path("matches.csv"), "--probabilities", "p", "--label", "y", "-o", path("m")
    };

    assertThat(execute(file)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("Recalibration pays.");

    for (String option : new String[] {"--cluster", "--id"}) {
      assertThat(execute(with(new String[] {option, "match"}, file))).as(err.toString()).isZero();
      assertThat(out.toString()).as(option).contains("Recalibration does not pay");
    }
    assertThat(new ObjectMapper().readTree(folder.resolve("m").toFile()).at("/labels").asInt())
        .isEqualTo(2000);
  }

  @Test
  void refusesPredictionsWhoseClassesAreInAnotherOrder() throws IOException {
    StringBuilder rows = new StringBuilder("no,yes,y\n");
    for (int i = 0; i < 100; i++) {
      rows.append("0.7,0.3,").append(i % 2 == 0 ? "no" : "yes").append('\n');
    }
    Files.writeString(folder.resolve("named.csv"), rows);
    String[] learn = {"recalibrate", path("named.csv"), "--label", "y", "-o", path("m")};
    String[] apply = {
      "recalibrate", path("named.csv"), "--label", "y", "--map", path("m"), "-o", path("out.csv")
    };
    String[] inOrder = {"--probabilities", "no,yes"};

    assertThat(execute(with(inOrder, learn))).as(err.toString()).isZero();
    assertThat(execute(with(inOrder, apply))).as(err.toString()).isZero();
    assertThat(execute(with(new String[] {"--probabilities", "yes,no"}, apply))).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "the map is for the classes [no, yes] in this order, and the predictions have"
                + " [yes, no]: name their columns in the order of the map");
  }

  @Test
  void refusesThemWithoutALabelToo() throws IOException {
    StringBuilder rows = new StringBuilder("p_no,p_yes,y\n");
    for (int i = 0; i < 100; i++) {
      rows.append("0.7,0.3,").append(i % 2 == 0 ? "no" : "yes").append('\n');
    }
    Files.writeString(folder.resolve("named.csv"), rows);
    Files.writeString(folder.resolve("new.csv"), "p_yes,p_no\n0.3,0.7\n");
    String[] pattern = {"--probabilities", "p_*"};
    String[] learn = {"recalibrate", path("named.csv"), "--label", "y", "-o", path("m")};
    String[] apply = {"recalibrate", path("new.csv"), "--map", path("m"), "-o", path("out.csv")};

    assertThat(execute(with(pattern, learn))).as(err.toString()).isZero();
    assertThat(execute(with(pattern, apply))).isEqualTo(2);
    assertThat(err.toString()).contains("the predictions have [yes, no]");

    String[] inOrder = {"--probabilities", "p_no,p_yes", "--classes", "no,yes"};
    assertThat(execute(with(inOrder, apply))).as(err.toString()).isZero();
  }

  @Test
  void takesTruthsOfPandasForThoseOfJson() throws IOException {
    StringBuilder rows = new StringBuilder("p,y\n");
    for (int i = 0; i < 100; i++) {
      rows.append("0.3,").append(i % 2 == 0 ? "False" : "True").append('\n');
    }
    Files.writeString(folder.resolve("old.csv"), rows);
    Files.writeString(
        folder.resolve("new.jsonl"), "{\"p\": 0.3, \"y\": true}\n{\"p\": 0.3, \"y\": false}\n");
    String[] columns = {"--probabilities", "p", "--label", "y"};
    String[] learn = {"recalibrate", path("old.csv"), "-o", path("m")};
    String[] apply = {"recalibrate", path("new.jsonl"), "--map", path("m"), "-o", path("out.csv")};

    assertThat(execute(with(columns, learn))).as(err.toString()).isZero();
    assertThat(execute(with(columns, apply))).as(err.toString()).isZero();
    assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(3);

    String[] turned = {"--probabilities", "p", "--label", "y", "--classes", "true,false"};
    assertThat(execute(with(turned, apply))).isEqualTo(2);
    assertThat(err.toString()).contains("for the classes [False, True] in this order");
  }

  @Test
  void saysHowManyRowsHoldNoPrediction() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "p,y\n0.5,1\n,0\n0.5,0\n,1\n");

    int code =
        execute(
            "recalibrate",
            path("rows.csv"),
            "--probabilities",
            "p",
            "--label",
            "y",
            "-o",
            path("map.json"));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("\n2 rows hold no prediction\n");
  }

  @Test
  void saysWhyNoRowCanBeLearnedFrom() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n" + "1,2,\"1,5\"\n".repeat(20));

    assertThat(execute(normal("rows.csv", "-o", path("map.json")))).isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString())
        .startsWith(
            "20 rows cannot be used; the first: rows.csv, row 1, column t: expected finite number,"
                + " got '1,5'\n")
        .contains("a map is learned from labels, and no row that can be used has one");
  }

  @Test
  void leavesOutARowThatTheMapCannotTake() throws IOException {
    writeMap("wide.json", "\"shift\": 0, \"scale\": 1e110");
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n1,0,1\n0,1e50,0\n2,4,3\n");

    assertThat(execute(normal("rows.csv", "--map", path("wide.json"), "-o", path("out.csv"))))
        .as(err.toString())
        .isZero();

    assertThat(err.toString()).contains("1 row cannot be used; the first: rows.csv, row 2: ");
    assertThat(Files.readAllLines(folder.resolve("out.csv")))
        .hasSize(3)
        .anyMatch(row -> row.contains(",1.0,0.0,"))
        .anyMatch(row -> row.contains(",2.0,4.0E110,"));
  }

  private void refusesToWrite(String out, String... command) throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve(out));

    assertThat(execute(command)).isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("is read by this command; name another file");
    assertThat(folder.resolve(out)).hasBinaryContent(before);
  }

  @Test
  void doesNotWriteOverWhatItReads() throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n" + "1,2,3\n".repeat(3000));
    Files.createSymbolicLink(folder.resolve("link.csv"), folder.resolve("rows.csv"));
    String map = path("shift.json");

    refusesToWrite("rows.csv", normal("rows.csv", "--map", map, "-o", path("rows.csv")));
    refusesToWrite("rows.csv", normal("rows.csv", "--map", map, "-o", path("link.csv")));
    refusesToWrite("rows.csv", normal("rows.csv", "-o", path("rows.csv")));
    refusesToWrite("shift.json", normal("rows.csv", "--map", map, "-o", map));
  }

  @Test
  void writesNoPageOverWhatItReads() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "p,y\n" + "0.5,1\n0.5,0\n".repeat(20));
    Files.createSymbolicLink(folder.resolve("link.csv"), folder.resolve("rows.csv"));
    Files.writeString(folder.resolve("s.yaml"), "defaults: {window: {size: 2m, advance: 1m}}\n");
    String[] table = {path("rows.csv"), "--probabilities=p", "--label=y"};

    for (String command : new String[] {"evaluate", "backtest"}) {
      for (String page : new String[] {"rows.csv", "link.csv"}) {
        refusesToWrite(page, with(table, command, "--html", path(page)));
      }
    }
    String[] settings = {"backtest", "-c", path("s.yaml"), "--html", path("s.yaml")};
    refusesToWrite("s.yaml", with(table, settings));
  }

  @Test
  void doesNotWriteOverTheFileOfTheLabels() throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "k,mean,sd\n1,2,3\n");
    Files.writeString(folder.resolve("labels.csv"), "k,t\n1,2\n");
    Files.writeString(
        folder.resolve("d.yaml"),
        """
        models:
          - model: m
            file: rows.csv
            id: '{k}'
            time: {start: 2026-01-01T00:00:00Z, step: 1s}
            distribution: {normal: {mean: mean, standard-deviation: sd}}
            label: {file: labels.csv, key: k, column: t, delay: 0s}
        """);
    String[] words = {"--map", path("shift.json"), "-o", path("labels.csv")};

    refusesToWrite("labels.csv", with(words, "recalibrate", path("d.yaml")));
  }

  @Test
  void leavesTheOldFileWhereItFails() throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "mean,t\n1.5,2\n2.5,1\n");
    String[] words = {"--poisson", "mean", "--map", path("shift.json"), "-o", path("out.csv")};

    assertThat(execute(with(words, "recalibrate", path("rows.csv")))).isEqualTo(Errors.WRONG_INPUT);
    assertThat(folder.resolve("out.csv")).doesNotExist();

    Files.writeString(folder.resolve("out.csv"), "old");
    assertThat(execute(with(words, "recalibrate", path("rows.csv")))).isEqualTo(Errors.WRONG_INPUT);
    assertThat(folder.resolve("out.csv")).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void packsWhatItWritesUnderAPackedName() throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n1,2,3\n4,5,6\n");
    for (String name : new String[] {"out.csv", "out.csv.gz"}) {
      assertThat(execute(normal("rows.csv", "--map", path("shift.json"), "-o", path(name))))
          .as(err.toString())
          .isZero();
    }

    try (InputStream packed =
        new GZIPInputStream(Files.newInputStream(folder.resolve("out.csv.gz")))) {
      assertThat(packed.readAllBytes()).isEqualTo(Files.readAllBytes(folder.resolve("out.csv")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.parquet", "out.jsonl", "out.ndjson.gz"})
  void writesNoCsvUnderTheNameOfAnotherTable(String name) throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n1,2,3\n");

    assertThat(execute(normal("rows.csv", "--map", path("shift.json"), "-o", path(name))))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString())
        .contains(name + ": predictions are written as CSV: name the file .csv or .csv.gz");
    assertThat(folder.resolve(name)).doesNotExist();
  }

  @Test
  void packsNoMapWhichCouldNotBeRead() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n" + "1,2,3\n".repeat(50));

    assertThat(execute(normal("rows.csv", "-o", path("map.json.gz"))))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("a map is written as JSON that is not packed");
  }

  @Test
  void saysWhyItCannotWrite() throws IOException {
    writeShift("shift.json");
    Files.writeString(folder.resolve("rows.csv"), "mean,sd,t\n1,2,3\n");

    assertThat(
            execute(normal("rows.csv", "--map", path("shift.json"), "-o", path("nowhere/out.csv"))))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString())
        .contains("-o: ", "out.csv cannot be written: there is no such file or folder");
  }

  @Test
  void saysWhichLabelsMatchNoPrediction() throws IOException {
    Files.writeString(folder.resolve("p.csv"), "k,p\n1,0.5\n2,0.5\n");
    Files.writeString(folder.resolve("labels.csv"), "k,t\n1.0,1\n2.0,0\n");
    Files.writeString(
        folder.resolve("d.yaml"),
        """
        models:
          - model: m
            file: p.csv
            id: '{k}'
            time: {start: 2026-01-01T00:00:00Z, step: 1s}
            distribution: {binary: p}
            label: {file: labels.csv, key: k, column: t, delay: 0s}
        """);

    assertThat(execute("recalibrate", path("d.yaml"), "-o", path("map.json"))).isEqualTo(2);

    assertThat(err.toString())
        .startsWith(
            "2 rows of labels.csv match no prediction. The first has the key '1.0'. The first"
                + " prediction has the key '1'.\n");
  }
}
