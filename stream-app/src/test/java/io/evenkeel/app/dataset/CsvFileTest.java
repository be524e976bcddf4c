package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFileTest {
  @TempDir private Path folder;

  /** The mark is as spreadsheets write it, and pandas as utf-8-sig. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      textBlock =
          """
          id,p      | id
          "id","p"  | id
          "id, nr",p| id, nr
          """)
  void readsPastAByteOrderMark(String header, String name) throws IOException {
    for (String mark : new String[] {"", "\uFEFF"}) {
      Path file = Files.writeString(folder.resolve("rows.csv"), mark + header + "\n1,0.5\n");
      try (CsvFile csv = CsvFile.open(file, "rows.csv")) {
        assertThat(csv.columns().index("id", name)).isZero();
        assertThat(csv.rows(row -> {}).count()).isEqualTo(1);
      }
    }
  }
}
