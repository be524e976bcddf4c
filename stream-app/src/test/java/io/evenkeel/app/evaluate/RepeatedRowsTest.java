package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in which several rows have one id. */
class RepeatedRowsTest {
  private static final int ROWS = 400;

  private static final String TWO =
      """
      models:
        - model: a
          file: a.csv
          id: 'a:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1s}
        - model: b
          file: b.csv
          id: 'b:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1s}
      """;

  @TempDir private Path folder;

  /** Coins of which the one with an index has the id that is given, and which has its label. */
  private void coins(String file, int rows, IntUnaryOperator id) throws IOException {
    TestData.table(
        folder.resolve(file),
        "n,p,y",
        rows,
        n -> {
          Random random = new Random(id.applyAsInt(n));
          double p = random.nextDouble();
          int y = random.nextDouble() < p ? 1 : 0;
          return String.format(Locale.ROOT, "%d,%.6f,%d", id.applyAsInt(n), p, y);
        });
  }

  private Report report(Plan plan, String... compared) throws IOException {
    return Reports.evaluation(folder, TWO, plan).report(List.of(compared));
  }

  @Test
  void eachRowCountsInEachNumber() throws IOException {
    coins("a.csv", ROWS, n -> n / 4);
    coins("b.csv", ROWS, n -> n);

    Report report = report(Reports.plan(10_000).recalibrated());

    SeriesReport whole = report.models().get(0).whole();
    for (Quantity quantity : List.of(Quantity.LOG_LOSS, Quantity.ECE, Quantity.BRIER_SKILL)) {
      assertThat(whole.measure(quantity).orElseThrow().n()).as(quantity.key()).isEqualTo(ROWS);
    }
    assertThat(report.models().get(0).recalibration().orElseThrow().choice().n()).isEqualTo(ROWS);
  }

  @Test
  void rowsOfWhichNothingSaysWhichBelongTogetherAreNotCompared() throws IOException {
    coins("a.csv", ROWS, n -> n < 4 ? 0 : n);
    coins("b.csv", ROWS, n -> n);

    Report report = report(Reports.plan(10_000), "a", "b");

    assertThat(report.comparison().orElseThrow().skill().n()).isEqualTo(ROWS - 4);
    assertThat(Reports.text(report, false))
        .contains(
            "1 common id belongs to several rows of a or of b. Such rows are not compared: nothing"
                + " says which two belong together.");
  }

  @Test
  void modelsWhoseCommonIdsAllRepeatAreNotCompared() throws IOException {
    coins("a.csv", ROWS, n -> n / 4);
    coins("b.csv", ROWS, n -> n / 4);

    assertThatThrownBy(() -> report(Reports.plan(10_000), "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a and b have fewer than two labelled rows in common with ids of their own. 100 common"
                + " ids belong to several rows of a or of b. Such rows are not compared: nothing"
                + " says which two belong together.");
  }
}
