package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of rows whose labels have not come yet. */
class WaitingTest {
  private static final String DATASET =
      """
      models:
        - model: coins
          file: coins.csv
          id: '{n}'
          time: {column: day, format: date}
          distribution: {binary: p}
          label: {column: heads, delay: 1s}
      """;

  @TempDir private Path folder;

  /** 50 coins on each of so many days, and 50 a day without a label on the ten days after. */
  private Report coins(int days, boolean isTurned) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    StringBuilder csv = new StringBuilder("n,day,p,heads\n");
    for (int n = 0; n < 50 * (days + 10); n++) {
      double p = n < 50 * days ? 0.1 + 0.8 * random.nextDouble() : 0.5 + 0.1 * random.nextDouble();
      double truth = isTurned && n >= 50 * (days - 10) ? 1 - p : p;
      String heads = n >= 50 * days ? "" : random.nextDouble() < truth ? "1" : "0";
      String day = LocalDate.of(2026, 1, 1).plusDays(n / 50).toString();
      csv.append(String.format(Locale.ROOT, "%d,%s,%.6f,%s%n", n, day, p, heads));
    }
    Files.writeString(folder.resolve("coins.csv"), csv);
    return Reports.of(folder, DATASET, Reports.plan(200));
  }

  @Test
  void foretellsTheScoresOfRowsAfterTheLastLabel() throws IOException {
    Report report = coins(200, false);

    assertThat(Reports.text(report, false))
        .contains("500 rows without a label (from 2026-07-20 00:00 UTC to 2026-07-29 00:00 UTC)")
        .containsPattern(
            "expected log loss 0\\.\\d+ \\(0\\.\\d+ to 0\\.\\d+\\); labelled rows before");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    JsonNode loss = json.at("/models/0/without_label/scores/log_loss");
    // The entropy of probabilities from 0.5 to 0.6, and that of the labelled rows.
    assertThat(loss.path("lower").asDouble()).isBetween(0.6, 0.687);
    assertThat(loss.path("upper").asDouble()).isBetween(0.687, 0.8);
    assertThat(loss.path("labelled").asDouble()).isBetween(0.52, 0.6);
  }

  @Test
  void saysWhyNothingIsSaid() throws IOException {
    Report report = coins(15, false);

    assertThat(Reports.text(report, false))
        .contains("nothing is said of their scores: fewer than 1,000 labels");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    JsonNode loss = json.at("/models/0/without_label/scores/error");
    assertThat(loss.path("abstention").asText()).isEqualTo("few_labels");
    assertThat(loss.has("value")).isFalse();
  }

  @Test
  void saysNothingWhereTheLastLabelsAreUnlikeThoseBefore() throws IOException {
    assertThat(Reports.text(coins(200, true), false))
        .contains("nothing is said of their scores: calibration changed");
  }

  @Test
  void saysNothingOfFilesInWhichEveryRowHasALabel() throws IOException {
    WaitingSpan span = WaitingSpan.NONE.with(5, true).with(3, false);

    assertThat(span.isSome()).isFalse();
    assertThat(span.with(6, false).length()).isEqualTo(1);
  }
}
