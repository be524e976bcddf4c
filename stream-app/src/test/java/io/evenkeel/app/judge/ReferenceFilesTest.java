package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ReferenceFilesTest {
  private static final String ROWS = "p,age,y\n0.2,40,0\n0.7,50,1\n0.4,30,1\n";

  private static final String MORE =
      """
        - model: spam
          file: past.csv
          id: '{p}'
          time: {start: 2025-01-01T00:00:00Z, step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1h}
      """;

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

  @Test
  void keepsASampleOfAFileOfManyCases() throws IOException {
    StringBuilder rows = new StringBuilder("p,age,y\n");
    for (int i = 1; i <= ReferenceFiles.MOST_CASES + 500; i++) {
      rows.append(i / 20_000.0).append(",40,").append(i % 2).append('\n');
    }
    Path file = file("many", rows.toString());

    ReferenceFiles.Sample sample = read(file).sample(file, "churn");

    assertThat(sample.cases()).hasSize(ReferenceFiles.MOST_CASES);
    assertThat(read(file).sample(file, "churn").checksum()).isEqualTo(sample.checksum());
  }

  @Test
  void warnsOnceOfAModelThatAFileOfSeveralDoesNotHave() throws IOException {
    Path file = file("several", ROWS);
    Files.writeString(file, Files.readString(file).replace("churn", "fraud") + MORE);
    ReferenceFiles files = read(file);
    Logger logger = (Logger) LoggerFactory.getLogger(ReferenceFiles.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);

    assertThat(files.sample(file, "fraud").cases()).hasSize(3);
    assertThat(files.sample(file, "churn").cases()).isEmpty();
    assertThat(files.sample(file, "churn").cases()).isEmpty();

    logger.detachAppender(lines);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "event=drift-reference-missing model=churn file=" + file + " models=[fraud, spam]");
  }

  @Test
  void refusesClassesInAnotherOrderThanThoseOfTheSettings() throws IOException {
    Path file = file("named", ROWS.replace(",0\n", ",stays\n").replace(",1\n", ",leaves\n"));
    Files.writeString(
        file,
        Files.readString(file).replace("{column: y,", "{column: y, classes: [stays, leaves],"));

    assertThat(read(config(file, "stays,leaves")).sample(file, "churn").cases()).hasSize(3);
    assertThatThrownBy(() -> read(config(file, "leaves,stays")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("order [stays, leaves]", "order [leaves, stays]");
  }

  @Test
  void saysWhyNoRowCanBeUsed() throws IOException {
    Path file = file("none", "p,age,y\n1.2,40,0\nNaN,50,1\n");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("no row of the model 'churn'", "the first because", "1.2");
  }

  /** The hash of settings that name a file of the rows in a folder. */
  private String hash(String name, String rows) throws IOException {
    Path file = file(name, rows);
    return config(file).model("churn").hash(read(file).sample(file, "churn").checksum());
  }

  private static AppConfig config(Path file) {
    return AppConfig.of(Map.of("models.churn.drift.reference", "file:" + file));
  }

  private static AppConfig config(Path file, String classes) {
    return AppConfig.of(
        Map.of("models.churn.drift.reference", "file:" + file, "models.churn.classes", classes));
  }

  private static ReferenceFiles read(Path file) {
    return read(config(file));
  }

  private static ReferenceFiles read(AppConfig config) {
    return ReferenceFiles.read(config);
  }

  private Path file(String name, String rows) throws IOException {
    Path inside = Files.createDirectories(folder.resolve(name));
    Files.writeString(inside.resolve("past.csv"), rows);
    return Files.writeString(
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
  }
}
