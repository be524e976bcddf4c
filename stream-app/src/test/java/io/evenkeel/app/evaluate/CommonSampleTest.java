package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models whose rows are not the same. */
class CommonSampleTest {
  private TwoModels models;

  @BeforeEach
  void begin(@TempDir Path folder) {
    models = new TwoModels(folder);
  }

  @Test
  void theRowsOfASmallModelAreAllCompared() throws IOException {
    models.coins("a.csv", 6_000, n -> n);
    models.coins("b.csv", 600, n -> 10 * n);

    assertThat(models.report(Reports.plan(500), "a", "b").comparison().orElseThrow().skill().n())
        .isEqualTo(500);
    assertThat(models.report(Reports.plan(1000), "b", "a").comparison().orElseThrow().skill().n())
        .isEqualTo(600);
    assertThat(models.report(Reports.plan(10), "a", "b").comparison().orElseThrow().skill().n())
        .isEqualTo(10);
  }

  /** Rows of the order of time are counted over the whole file, as in the reports of the models. */
  @Test
  void theRowFromWhichAModelIsBetterIsThatOfTheFile() throws IOException {
    TestData.table(models.folder().resolve("a.csv"), "n,p,y", 4000, n -> n + ",0.9,1");
    TestData.table(models.folder().resolve("b.csv"), "n,p,y", 400, n -> 10 * n + ",0.5,1");

    Report report = models.report(Reports.plan(400), "a", "b");

    AllTimes allTimes = report.comparison().orElseThrow().overTime().allTimes().orElseThrow();
    assertThat(allTimes.n()).isEqualTo(400);
    assertThat(allTimes.first().since().orElseThrow().row() % 10).isZero();
    assertThat(allTimes.first().since().orElseThrow().row()).isPositive();
  }

  @Test
  void aModelWithoutLabelsIsNamed() throws IOException {
    models.coins("a.csv", 100, n -> n);
    TestData.table(models.folder().resolve("b.csv"), "n,p,y", 100, n -> n + ",0.5,");

    assertThatThrownBy(() -> models.report(Reports.plan(100), "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("b has no labelled rows: models are compared on labelled rows");
  }

  @Test
  void modelsThatAreJudgedByTheirOwnClassesAreRefused() throws IOException {
    models.coins("a.csv", 100, n -> n);
    models.coins("b.csv", 100, n -> n);
    Plan topLabel = Reports.plan(100).judging(CalibrationNotion.parse("top-label"));

    assertThatThrownBy(() -> models.report(topLabel, "a", "b"))
        .hasMessage(
            "calibration = top-label judges whether the most probable class of a came, which is"
                + " another event for another model: compare them without it");
  }

  @Test
  void modelsWithOtherIdsAreRefused() throws IOException {
    models.coins("a.csv", 100, n -> n);
    models.coins("b.csv", 100, n -> n + 100);

    assertThatThrownBy(() -> models.report(Reports.plan(100), "a", "b"))
        .hasMessageContaining("their ids must be the same but for the name of the model");
  }

  @Test
  void modelsWithOneRowInCommonAreRefused() throws IOException {
    models.coins("a.csv", 100, n -> n);
    models.coins("b.csv", 100, n -> n + 99);

    assertThatThrownBy(() -> models.report(Reports.plan(100), "a", "b"))
        .hasMessage("a and b have one labelled row in common; two are needed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y, delay: 1s | y, delay: 1s                          | 0    | 1",
        "y, delay: 1s | y, delay: 1s, classes: [tails, heads] | tails | heads",
        "{binary: p}  | {poisson: p}                          | 0.0  | 1.0"
      })
  void labelsThatDifferAreNamed(String text, String other, String first, String second)
      throws IOException {
    TestData.table(models.folder().resolve("a.csv"), "n,p,y", 100, n -> n + ",0.5," + first);
    TestData.table(models.folder().resolve("b.csv"), "n,p,y", 1, n -> "7,0.5," + second);

    Evaluation evaluation =
        Reports.evaluation(
            models.folder(), TwoModels.DATASET.replace(text, other), Reports.plan(100));
    assertThatThrownBy(() -> evaluation.report(List.of("a", "b")))
        .hasMessage(
            "Row id 7: a has the label %s, b the label %s; a comparison needs the same labels",
            first, second);
  }
}
