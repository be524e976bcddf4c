package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceFilesTest {
  private static final String ROWS = "p,age,y\n0.2,40,0\n0.7,50,1\n0.4,30,1\n";

  @TempDir private Path folder;

  @Test
  void tellsCasesApartAndNotWhereTheyLie() throws IOException {
    String hash = hash("a", ROWS);

    assertThat(hash("b/c", ROWS)).isEqualTo(hash);
    assertThat(hash("d", ROWS.replace("0.4", "0.41"))).isNotEqualTo(hash);
    assertThat(hash("e", ROWS.replace("50", "51"))).isNotEqualTo(hash);
    assertThat(hash("f", ROWS.replace("30,1", "30,0"))).isNotEqualTo(hash);
    assertThat(hash("g", ROWS + "0.1,20,0\n")).isNotEqualTo(hash);
  }

  /** The hash of settings that name a file of the rows in a folder. */
  private String hash(String name, String rows) throws IOException {
    Path inside = Files.createDirectories(folder.resolve(name));
    Files.writeString(inside.resolve("past.csv"), rows);
    Path file =
        Files.writeString(
            inside.resolve("past.yaml"),
            """
            models:
              - model: churn
                file: past.csv
                id: '{p}'
                time: {start: 2025-01-01T00:00:00Z, step: 1s}
                distribution: {binary: p}
                features: [age]
                label: {column: y, delay: 1h}
            """);
    AppConfig config = AppConfig.of(Map.of("models.churn.drift.reference", "file:" + file));
    String checksum = ReferenceFiles.read(config).sample(file, "churn").checksum();
    return config.model("churn").hash(checksum);
  }
}
