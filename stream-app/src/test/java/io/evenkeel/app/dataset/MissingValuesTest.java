package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells that say, in the words of the program that wrote them, that a value is missing. */
class MissingValuesTest {
  private static final String DATASET =
      """
      models:
        - model: coins
          file: coins.csv
          id: '{#}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1s}
          features: [age, income]
      """;

  @TempDir private Path folder;

  private final List<String> unusable = new ArrayList<>();

  private List<Case> cases(String dataset, String... rows) throws IOException {
    Files.writeString(
        folder.resolve("coins.csv"), "p,y,age,income\n" + String.join("\n", rows) + "\n");
    RowFaults faults = RowFaults.ofRows(e -> unusable.add(e.getMessage()));
    try (Stream<Case> cases =
        Dataset.read(TestData.dataset(folder, dataset)).cases(0, folder, faults)) {
      return cases.toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "nan", "NA", "N/A", "<NA>", "null", "NULL", "None", " NaN"})
  void areNoFeaturesOfRowsThatCount(String missing) throws IOException {
    List<Case> cases = cases(DATASET, "0.5,1," + missing + ",20");

    assertThat(unusable).isEmpty();
    assertThat(cases.get(0).prediction().features()).isEqualTo(Map.of("income", 20.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NaN", "nan", "NA", "null", "None", " NaN"})
  void areNoOutcomesThatRowsShare(String missing) throws IOException {
    String shared = DATASET + "    cluster: 'throw {age}'\n";
    String row = "0.5,1," + missing + ",20";

    assertThat(cases(shared, row, "0.5,1,7,20", row))
        .extracting(one -> one.prediction().cluster().id())
        .containsExactly("", "throw 7", "");
    assertThat(cases(shared.replace("throw", "{income}"), row))
        .extracting(one -> one.prediction().cluster().id())
        .containsExactly("20 " + missing);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NaN", "NA"})
  void areNoWeights(String missing) throws IOException {
    String weighted = DATASET + "    cluster: '{income}'\n    weight: age\n";

    assertThat(cases(weighted, "0.5,1," + missing + ",20", "0.5,1,0.5,20"))
        .extracting(one -> one.prediction().cluster().weight())
        .containsExactly(OptionalDouble.empty(), OptionalDouble.of(0.5));
    assertThat(unusable).isEmpty();
  }

  @Test
  void areNotInfinite() throws IOException {
    assertThat(cases(DATASET, "0.5,1,Infinity,20")).isEmpty();
    assertThat(unusable).hasSize(1);
  }

  @Test
  void areNoPredictions() throws IOException {
    assertThat(cases(DATASET, "NaN,1,30,20")).isEmpty();
    assertThat(unusable).hasSize(1);
  }

  @Test
  void areNoLabelsOfNumbers() throws IOException {
    List<Case> cases = cases(DATASET.replace("binary", "poisson"), "0.5,NaN,30,20", "1,2,30,20");

    assertThat(unusable).isEmpty();
    assertThat(cases).extracting(one -> one.labels().size()).containsExactly(0, 1);
  }

  @Test
  void areClassesWhereAClassHasThatName() throws IOException {
    List<Case> cases =
        cases(
            DATASET.replace("column: y", "column: y, classes: [None, flu]"),
            "0.5,None,30,20",
            "0.5,NA,30,20");

    assertThat(unusable).isEmpty();
    assertThat(cases.get(0).labels().get(0).target()).isEqualTo(new RawTarget.Index(0));
    assertThat(cases.get(1).labels()).isEmpty();
  }
}
