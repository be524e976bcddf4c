package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in which several rows have one id. */
class RepeatedRowsTest {
  private static final int ROWS = 400;

  private TwoModels models;

  @BeforeEach
  void begin(@TempDir Path folder) {
    models = new TwoModels(folder);
  }

  @Test
  void eachRowCountsInEachNumber() throws IOException {
    models.coins("a.csv", ROWS, n -> n / 4);
    models.coins("b.csv", ROWS, n -> n);

    Report report = models.report(Reports.plan(10_000).recalibrated());

    SeriesReport whole = report.models().get(0).whole();
    for (Quantity quantity : List.of(Quantity.LOG_LOSS, Quantity.ECE, Quantity.BRIER_SKILL)) {
      assertThat(whole.measure(quantity).orElseThrow().n()).as(quantity.key()).isEqualTo(ROWS);
    }
    assertThat(report.models().get(0).recalibration().orElseThrow().choice().n()).isEqualTo(ROWS);
  }

  @Test
  void rowsOfWhichNothingSaysWhichBelongTogetherAreNotCompared() throws IOException {
    models.coins("a.csv", ROWS, n -> n < 4 ? 0 : n);
    models.coins("b.csv", ROWS, n -> n);

    Report report = models.report(Reports.plan(10_000), "a", "b");

    assertThat(report.comparison().orElseThrow().skill().n()).isEqualTo(ROWS - 4);
    assertThat(Reports.text(report, false))
        .contains(
            "1 common id belongs to several rows of a or of b. Such rows are not compared: nothing"
                + " says which two belong together.");
  }

  @Test
  void modelsWhoseCommonIdsAllRepeatAreNotCompared() throws IOException {
    models.coins("a.csv", ROWS, n -> n / 4);
    models.coins("b.csv", ROWS, n -> n / 4);

    assertThatThrownBy(() -> models.report(Reports.plan(10_000), "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a and b have fewer than two labelled rows in common with ids of their own. 100 common"
                + " ids belong to several rows of a or of b. Such rows are not compared: nothing"
                + " says which two belong together.");
  }
}
