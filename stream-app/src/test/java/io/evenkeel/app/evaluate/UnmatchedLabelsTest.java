package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels in a file of their own that no prediction has. */
class UnmatchedLabelsTest {
  private static final String COINS =
      """
      models:
        - model: coins
          file: coins.csv
          id: '{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {file: heads.csv, key: n, column: y, delay: 1s}
      """;

  @TempDir private Path folder;

  private Report report(IntFunction<String> label) throws IOException {
    TestData.table(folder.resolve("coins.csv"), "n,p", 3000, n -> n + ",0.5");
    TestData.table(folder.resolve("heads.csv"), "n,y", 3000, label);
    return Reports.of(folder, COINS, Reports.plan(100));
  }

  @Test
  void areCountedAndShownBesideAPrediction() throws IOException {
    Report report = report(n -> "coin-" + n + "," + n % 2);

    assertThat(Reports.text(report, false))
        .contains(
            "  3,000 rows of heads.csv match no prediction. The first has the key 'coin-0'. The first"
                + " prediction has the key '0'.");
    JsonNode rows = new ObjectMapper().readTree(JsonReport.of(report)).at("/models/0/rows");
    assertThat(rows.at("/unmatched_labels").asInt()).isEqualTo(3000);
    assertThat(HtmlReport.of(report)).contains("3,000 rows of heads.csv match no prediction.");
  }

  @Test
  void areCountedWhereOtherLabelsMatch() throws IOException {
    assertThat(Reports.text(report(n -> (n < 2999 ? n : "last") + "," + n % 2), false))
        .contains("2,999 of them with a label")
        .contains("1 row of heads.csv matches no prediction. The first has the key 'last'.");
  }

  @Test
  void areNotSpokenOfWhereEachHasAPrediction() throws IOException {
    assertThat(Reports.text(report(n -> n + "," + n % 2), false))
        .contains("3,000 of them with a label")
        .doesNotContain("no prediction");
  }
}
