package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.replay.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake in a dataset file or in its data names the place and the remedy. */
class DatasetErrorsTest {
  private static final String VALID =
      """
      models:
        - model: coins
          file: coins.csv
          id: '{n}'
          time: {column: day, format: date}
          distribution: {binary: p}
          label: {column: heads, delay: 12h}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeData() throws IOException {
    rows("1,2026-01-31,0.25,1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "binary: p | binary: p, colour: red | models[0].distribution.colour: unknown key; the keys",
        "file: coins.csv | file: [ | line 5: this is not YAML",
        "file: coins.csv | model: coins | line 3: this is not YAML: Duplicate field 'model'",
        "model: coins | version: v | models[0]: 'model' is missing",
        "model: coins | model: '' | models[0]: 'model' must not be empty",
        "file: coins.csv | version: v | models[0]: 'file' is missing",
        "file: coins.csv | file: x.csv | models[0].file: there is no file",
        "file: coins.csv | file: ../x.csv | models[0].file: ../x.csv is not inside the data folder",
        "id: '{n}' | version: v | models[0]: 'id' is missing",
        "id: '{n}' | id: '{m}' | models[0].id: coins.csv has no column 'm'; its columns are [n, day,",
        "column: day, format: date | column: day | models[0].time: a time needs either 'column' and",
        "column: day, format: date | column: d, format: date | models[0].time.column: coins.csv has",
        "format: date | format: week | models[0].time.format: expected one of [date, instant,",
        "id: '{n}' | id: {n: 1} | models[0].id: expected a text",
        "delay: 12h | delay: 12h, seed: x | models[0].label.seed: expected a whole number",
        "binary: p | categorical: {a: p} | models[0].distribution.categorical[0]: expected a text",
        "column: day, format: date | start: noon, step: 1s | models[0].time.start: 'noon' is no",
        "column: day, format: date | start: '2026-01-01T00:00:00Z', step: 1 week | models[0].time.step:",
        "{binary: p} | {} | models[0].distribution: exactly one of",
        "{binary: p} | {binary: p, ensemble: [p, n]} | models[0].distribution: exactly one of",
        "{binary: p} | {binary: q} | models[0].distribution.binary: coins.csv has no column 'q'",
        "{binary: p} | {categorical: [p]} | models[0].distribution: at least two columns",
        "{binary: p} | {normal: {mean: p}} | models[0].distribution.normal: 'standard-deviation' is",
        "{binary: p} | {quantiles: {0.5: p, 1.5: n}} | models[0].distribution.quantiles: quantiles need",
        "{binary: p} | {quantiles: 'q*'} | models[0].distribution.quantiles: 'q*' has no {level}",
        "{binary: p} | {quantiles: 'q{level}'} | models[0].distribution.quantiles: quantiles need at",
        "{binary: p} | {laplace: {location: p}} | models[0].distribution.laplace: 'scale' is",
        "column: heads, delay: 12h | delay: 12h | models[0].label: 'column' is missing",
        "column: heads, delay: 12h | column: heads | models[0].label: 'time' or 'delay' must say",
        "delay: 12h | delay: soon | models[0].label.delay: 'soon' is no duration",
        "delay: 12h | delay: lognormal(1d) | models[0].label.delay: 'lognormal(1d)': lognormal needs",
        "delay: 12h | delay: 1h, never: 2 | models[0].label: 'never' must lie in [0, 1]",
        "delay: 12h | delay: 1h, key: [n] | models[0].label: 'file' and 'key' go together",
        "delay: 12h | delay: 1h, classes: [a, b, c] | models[0]: the label must have as many",
        "delay: 12h | time: {start: '2026-01-01T00:00:00Z', step: 1s} | models[0].label: the time of"
      })
  void areNamedInTheDatasetFile(String text, String mistake, String message) {
    assertFails(VALID.replace(text, mistake), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2026-01-31,x,1 | coins.csv, row 1, column p: expected finite number, got 'x'",
        "1,2026-01-31,NaN,1 | coins.csv, row 1, column p: expected finite number, got 'NaN'",
        "1,2026-01-31,1e51,1 | coins.csv, row 1, column p: expected number of at most 1e50 in size",
        "1,2026-01-31,1.5,1 | coins.csv, row 1: the probability of class 1 must lie in [0, 1], got 1.5",
        "1,31.1.2026,0.5,1 | coins.csv, row 1, column day: expected the format date, such as 2026-01-31, got '31.1.2026'",
        "1,2026-01-31,0.5,2 | coins.csv, row 1, column heads: expected one of [0, 1], got '2'",
        "1,2026-01-31,0.5 | coins.csv, row 1: has 3 cells"
      })
  void areNamedInTheData(String row, String message) throws IOException {
    rows(row);

    assertFails(VALID, message).hasMessageContaining(": correct the row or take it out; ");
  }

  @ParameterizedTest
  @CsvSource({"2.5, the label is not a whole number", "-1, the label is negative"})
  void includeLabelsThatAreNoCounts(String label, String message) throws IOException {
    rows("1,2026-01-31,3,4", "2,2026-01-31,3," + label);

    assertFails(VALID.replace("binary: p", "poisson: p"), "coins.csv, row 2: " + message)
        .hasMessageContaining(": correct the row or take it out; ");
  }

  @Test
  void includeQuotesThatDoNotEnd() throws IOException {
    rows("1,2026-01-31,0.5,1", "\"2,2026-01-31,0.5,1");
    assertFails(VALID, "coins.csv, row 2: this is no CSV: ");
    rows("1,2026-01-31,\"0.5\"x,1");
    assertFails(VALID, "coins.csv, row 1: this is no CSV: ");
    Files.writeString(folder.resolve("coins.csv"), "n,\"day,p,heads\n");
    assertFails(VALID, "coins.csv, header: this is no CSV: ");
  }

  @Test
  void includeTwoColumnsOfOneName() throws IOException {
    Files.writeString(folder.resolve("coins.csv"), "n,day,p,heads,p\n1,2026-01-31,0.5,1,0.5\n");
    assertFails(VALID, "coins.csv: two columns have the name 'p': give each a name of its own");
  }

  @Test
  void includeRowsOutOfOrder() throws IOException {
    rows("1,2026-01-31,0.5,1", "2,2026-01-30,0.5,1");

    assertFails(VALID, "coins.csv, row 2: its time 2026-01-30T00:00:00Z is before")
        .hasMessageContaining("set models[0].sorted to false");
  }

  @Test
  void leaveTheOtherRowsUsableWhereTheyAreCollected() throws IOException {
    rows("1,2026-01-31,0.5,1", "2,2026-01-30,x,1", "3,2026-01-30,1.5,1", "4,2026-01-30,0.5");
    List<UnusableRowException> unusable = new ArrayList<>();
    Path file = Files.writeString(folder.resolve("dataset.yaml"), VALID);

    try (Stream<Case> cases =
        Dataset.read(file).cases(0, folder, RowFaults.ofRows(unusable::add))) {
      assertThat(cases.map(one -> one.prediction().id())).containsExactly("1");
    }

    assertThat(unusable)
        .extracting(UnusableRowException::reason)
        .containsExactly(
            "column p: expected finite number",
            "the numbers are no distribution",
            "another number of cells than in the header");
    assertThat(unusable.get(2)).hasMessageStartingWith("coins.csv, row 4: has 3 cells");
  }

  @Test
  void doNotIncludeTheOrderOfRowsOutsideOfReplays() throws IOException {
    rows("1,2026-01-31,0.5,1", "2,2026-01-30,0.5,1");
    Path file = Files.writeString(folder.resolve("dataset.yaml"), VALID);

    try (Stream<Case> cases = Dataset.read(file).cases(0, folder, RowFaults.ofRows(e -> {}))) {
      assertThat(cases).hasSize(2);
    }
  }

  @Test
  void includeLabelsKnownBeforeTheirPredictions() throws IOException {
    rows("1,2026-01-31,0.5,1");
    Files.writeString(folder.resolve("labels.csv"), "n,heads,seen\n1,1,2026-01-30\n");

    assertFails(
        VALID.replace(
            "column: heads, delay: 12h",
            "file: labels.csv, key: n, column: heads, time: {column: seen, format: date}"),
        "coins.csv, row 1: the label of 1 is known at 2026-01-30T00:00:00Z, before");
  }

  @Test
  void includeTwoLabelsOfOneKey() throws IOException {
    Files.writeString(folder.resolve("labels.csv"), "n,heads\n1,1\n1,0\n");

    assertFails(
        VALID.replace("column: heads", "file: labels.csv, key: n, column: heads"),
        "labels.csv, row 2: a second row has the key [1]");
  }

  @Test
  void includeTwoModelsOfOneName() {
    assertFails(
        VALID + VALID.substring(VALID.indexOf("  - ")), "two entries have the model 'coins'");
  }

  @Test
  void includeAnEmptyDatasetFile() {
    assertFails("", "dataset.yaml: 'models' is missing");
  }

  @Test
  void includeAMissingDatasetFile() {
    assertThatThrownBy(() -> Dataset.read(folder.resolve("none.yaml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.yaml: cannot be read");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertFails(String yaml, String message) {
    return assertThatThrownBy(
            () -> {
              Path file = Files.writeString(folder.resolve("dataset.yaml"), yaml);
              Dataset.read(file).cases(folder).cases().toList();
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private void rows(String... rows) throws IOException {
    Files.writeString(
        folder.resolve("coins.csv"), "n,day,p,heads\n" + String.join("\n", List.of(rows)) + "\n");
  }
}
