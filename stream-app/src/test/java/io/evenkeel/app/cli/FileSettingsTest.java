package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What commands for files take from the settings of a dataset file, and what they refuse. */
class FileSettingsTest extends CommandTest {
  private static final int ROWS = 3000;

  private static final String LABEL = "{column: y, delay: 1s}";

  /** Of coins that fall on one side a little more often than said. */
  private String coins(String settings) throws IOException {
    TestData.table(
        folder.resolve("coins.csv"), "n,p,y", ROWS, n -> n + ",0.5," + (n % 5 < 3 ? 1 : 0));
    return dataset("coins.csv", LABEL, settings);
  }

  private String dataset(String file, String label, String settings) throws IOException {
    return Files.writeString(
            folder.resolve("coins.yaml"),
            """
            models:
              - model: coins
                file: %s
                id: '{n}'
                time: {start: 2026-01-01T00:00:00Z, step: 1s}
                distribution: {binary: p}
                label: %s
                settings: %s
            """
                .formatted(file, label, settings))
        .toString();
  }

  private JsonNode evaluated(String... arguments) throws IOException {
    String[] all = new String[arguments.length + 2];
    all[0] = "evaluate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 1] = "--json";
    assertThat(execute(all)).as("%s", err).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private double logE(String settings) throws IOException {
    return evaluated(coins(settings)).at("/models/0/whole/log10_e").asDouble(Double.NaN);
  }

  @Test
  void rowsOfOneOutcomeCountAsTheSettingsSay() throws IOException {
    double each = logE("{}");
    double tenth = logE("{labels: {rows-per-outcome: 10}}");

    assertThat(each).isGreaterThan(10);
    assertThat(tenth).isBetween(0.05 * each, 0.15 * each);
    assertThat(execute("evaluate", coins("{labels: {rows-per-outcome: 10}}"))).isZero();
    assertThat(out.toString()).contains("3,000 labels (300 as evidence, as they share outcomes)");
  }

  @Test
  void theToleranceIsThatOfTheSettings() throws IOException {
    String file = coins("{evidence: {tolerance: 0.6}}");

    assertThat(execute("evaluate", file)).isZero();
    assertThat(out.toString())
        .contains("Nothing beyond the tolerance of 0.6", "within 0.6 of none");
    assertThat(execute("evaluate", file, "--tolerance", "0.02")).isZero();
    assertThat(out.toString()).startsWith("coins: Miscalibrated").contains("within 0.02 of none");
    assertThat(evaluated(file, "--tolerance", "0.5 nats").at("/plan/tolerance_nats").asDouble())
        .isEqualTo(0.5);
    assertThat(execute("evaluate", file, "--tolerance", "much")).isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("--tolerance = 'much': is not a number");
  }

  @Test
  void labelNoiseIsThatOfTheSettings() throws IOException {
    TestData.table(
        folder.resolve("rare.csv"),
        "n,p,y",
        ROWS,
        n -> n + ",0.0000001," + (n % 1000 == 7 ? 1 : 0));

    double trusted =
        evaluated(dataset("rare.csv", LABEL, "{evidence: {label-noise: 0}}"))
            .at("/models/0/whole/log10_e")
            .asDouble();
    double usual =
        evaluated(dataset("rare.csv", LABEL, "{}")).at("/models/0/whole/log10_e").asDouble();

    assertThat(trusted).isGreaterThan(usual + 1);
  }

  @Test
  void optionsOfTablesAreRefusedBesideADatasetFile() throws IOException {
    assertThat(execute("evaluate", coins("{}"), "--cluster", "n", "--segment", "p"))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString())
        .contains("--segment, --cluster describe a table, and ", "is a dataset file");

    String table = folder.resolve("coins.csv").toString();
    assertThat(execute("evaluate", table, "--probabilities", "p", "--label", "y", "--data", "x"))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("--data is for dataset files, and ", "is a table");
  }

  @Test
  void aBacktestSaysWhichLabelsMatchNoPrediction() throws IOException {
    coins("{}");
    TestData.table(folder.resolve("labels.csv"), "n,y", 100, n -> n + ".0," + n % 2);
    String file = dataset("coins.csv", "{file: labels.csv, column: y, key: [n], delay: 1s}", "{}");

    assertThat(execute("backtest", file)).as("%s", err).isZero();

    assertThat(err.toString())
        .containsOnlyOnce(
            "100 rows of labels.csv match no prediction. The first has the key '0.0'.");
  }

  @Test
  void aBacktestSaysWhatIsWrongWithTheFirstEventThatItCannotUse() throws IOException {
    Path file =
        TestData.table(
            folder.resolve("ids.csv"), "n,p,y", 100, n -> (n == 3 ? "" : n) + ",0.5," + n % 2);

    assertThat(execute("backtest", file + "", "--probabilities", "p", "--label", "y", "--id", "n"))
        .as("%s", err)
        .isZero();

    assertThat(out.toString())
        .contains("Events that could not be used: ", "  The first invalid_prediction: key '")
        .contains("prediction_id is empty");
  }

  @Test
  void columnsOfCountsThatAreSortedAsTextsAreRefused() throws IOException {
    Path file =
        TestData.table(
            folder.resolve("counts.csv"), "p0,p1,p10,p2,y", 100, n -> "0.4,0.3,0.1,0.2," + n % 3);

    assertThat(execute("evaluate", file + "", "--counts", "p*", "--label", "y"))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("its 3. is p10: name them in their order");
  }

  @Test
  void timesMayBeMissingInTheFirstRow() throws IOException {
    Path file =
        TestData.table(
            folder.resolve("times.csv"),
            "at,p,y",
            200,
            n -> (n == 0 ? "NA" : "2026-01-01 12:00:0" + n % 10) + ",0.5," + n % 2);

    assertThat(
            execute("evaluate", file + "", "--probabilities", "p", "--label", "y", "--time", "at"))
        .as("%s", err)
        .isZero();
  }

  /** As R writes them. */
  @Test
  void midnightMayLackItsTimeOfDay() throws IOException {
    for (int midnight : new int[] {0, 5}) {
      Path file =
          TestData.table(
              folder.resolve("hours.csv"),
              "at,p,y",
              240,
              n -> {
                int hour = (n + 24 - midnight) % 24;
                String time = hour == 0 ? "" : String.format(Locale.ROOT, " %02d:00:00", hour);
                return "2026-01-%02d%s,0.5,%d".formatted(1 + n / 24, time, n % 2);
              });

      assertThat(
              execute(
                  "evaluate", file + "", "--probabilities", "p", "--label", "y", "--time", "at"))
          .as("%s", err)
          .isZero();
      assertThat(out.toString()).contains("240 predictions, 240 of them with a label");
    }
  }

  @Test
  void aDatasetFileThatIsNotUtf8IsNamedAsSuch() throws IOException {
    Path file =
        Files.write(folder.resolve("latin.yaml"), "# ä\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(execute("evaluate", file.toString())).isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("latin.yaml: cannot be read: it is not UTF-8; convert it");
  }

  @Test
  void aTableThatWasPackedByGzipAndIsNotWholeIsWrongInput() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("p,y\n".getBytes(StandardCharsets.UTF_8));
      for (int n = 0; n < 50_000; n++) {
        gzip.write(
            ("0." + (n * 7919L % 9973) + "," + n % 2 + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    Path file =
        Files.write(
            folder.resolve("half.csv.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

    assertThat(execute("evaluate", file + "", "--probabilities", "p", "--label", "y"))
        .isEqualTo(Errors.WRONG_INPUT);

    assertThat(err.toString()).contains("half.csv.gz").contains("the file ends or breaks here");
  }
}
