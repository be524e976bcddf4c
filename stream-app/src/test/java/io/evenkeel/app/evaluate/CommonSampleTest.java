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

/** Models whose rows are not the same. */
class CommonSampleTest {
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
  void theRowsOfASmallModelAreAllCompared() throws IOException {
    coins("a.csv", 20_000, n -> n);
    coins("b.csv", 1000, n -> 20 * n);

    assertThat(report(Reports.plan(500), "a", "b").comparison().orElseThrow().skill().n())
        .isEqualTo(500);
    assertThat(report(Reports.plan(2000), "b", "a").comparison().orElseThrow().skill().n())
        .isEqualTo(1000);
    assertThat(report(Reports.plan(10), "a", "b").comparison().orElseThrow().skill().n())
        .isEqualTo(10);
  }

  /** Rows of the order of time are counted over the whole file, as in the reports of the models. */
  @Test
  void theRowFromWhichAModelIsBetterIsThatOfTheFile() throws IOException {
    TestData.table(folder.resolve("a.csv"), "n,p,y", 4000, n -> n + ",0.9,1");
    TestData.table(folder.resolve("b.csv"), "n,p,y", 400, n -> 10 * n + ",0.5,1");

    Report report = report(Reports.plan(400), "a", "b");

    AllTimes allTimes = report.comparison().orElseThrow().overTime().allTimes().orElseThrow();
    assertThat(allTimes.n()).isEqualTo(400);
    assertThat(allTimes.first().since().orElseThrow().row() % 10).isZero();
    assertThat(allTimes.first().since().orElseThrow().row()).isPositive();
  }

  @Test
  void aModelWithoutLabelsIsNamed() throws IOException {
    coins("a.csv", 100, n -> n);
    TestData.table(folder.resolve("b.csv"), "n,p,y", 100, n -> n + ",0.5,");

    assertThatThrownBy(() -> report(Reports.plan(100), "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("b has no labelled rows: models are compared on labelled rows");
  }

  @Test
  void modelsWithOtherIdsAreRefused() throws IOException {
    coins("a.csv", 100, n -> n);
    coins("b.csv", 100, n -> n + 100);

    assertThatThrownBy(() -> report(Reports.plan(100), "a", "b"))
        .hasMessageContaining("their ids must be the same but for the name of the model");
  }
}
