package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.schemas.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkTest {
  private static final Instant START = Instant.parse("2015-01-01T00:00:00Z");
  private static final int PER_YEAR = 300;

  @TempDir private Path folder;

  /** Four years of coins, whose probabilities are exaggerated from the second year on. */
  private Report judged(String by) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(8);
    StringBuilder csv = new StringBuilder("n,t,p,heads\n");
    for (int n = 0; n < 4 * PER_YEAR; n++) {
      double p = 0.05 + 0.9 * random.nextDouble();
      double odds = Math.pow(p / (1 - p), n < PER_YEAR ? 1 : 3);
      Instant madeAt =
          START
              .plus(Duration.ofDays(n < PER_YEAR ? 0 : 1 + 365L * (n / PER_YEAR)))
              .plus(Duration.ofDays(n % PER_YEAR));
      int heads = random.nextDouble() < p ? 1 : 0;
      csv.append(
          String.format(Locale.ROOT, "%d,%s,%.6f,%d%n", n, madeAt, odds / (1 + odds), heads));
    }
    Files.writeString(folder.resolve("coins.csv"), csv);
    Dataset dataset =
        Dataset.read(
            Files.writeString(
                folder.resolve("dataset.yaml"),
                """
                models:
                  - model: coins
                    file: coins.csv
                    id: '{n}'
                    time: {column: t, format: instant}
                    distribution: {binary: p}
                    label: {column: heads, delay: 1s}
                """));
    Plan plan = new Plan(100, 0, 0.01, 0.02, 1).chunked(by);
    return new Evaluation(dataset, folder, plan, (what, done) -> {}).report(List.of());
  }

  @Test
  void saysWhichYearsAreQuietAndWhichAreNot() throws IOException {
    Report report = judged("year");

    List<ChunkReport> chunks = report.models().get(0).chunks();
    assertThat(chunks)
        .extracting(ChunkReport::name)
        .containsExactly("2015", "2016", "2017", "2018");
    assertThat(chunks).extracting(ChunkReport::labels).containsOnly((long) PER_YEAR);
    assertThat(chunks.get(0).finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(ChunkReport.sentence(chunks)).isEqualTo("2015 quiet; 2016 to 2018 miscalibrated.");
    StringWriter text = new StringWriter();
    new TextReport(new PrintWriter(text), true).print(report);
    assertThat(text.toString())
        .contains("Over time: 2015 quiet; 2016 to 2018 miscalibrated.")
        .containsPattern("2016 +300 +0\\.\\d+ +0\\.\\d+ +0\\.\\d+ +10\\^\\d+ +miscalibrated");
    assertThat(HtmlReport.of(report)).contains("alt=\"coins: chunks\"");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    assertThat(json.at("/models/0/chunks/1/finding").asText()).isEqualTo("miscalibrated");
    assertThat(json.at("/models/0/chunks/1/measures/ece/value").asDouble()).isPositive();
  }

  @Test
  void cutsByRowsInTheOrderOfTheFile() throws IOException {
    assertThat(judged("500").models().get(0).chunks())
        .extracting(ChunkReport::labels)
        .containsExactly(500L, 500L, 200L);
  }

  @Test
  void refusesMoreChunksThanItCanKeep() {
    assertThatThrownBy(() -> judged("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--by 1 makes more than 1000 chunks");
  }

  @ParameterizedTest
  @CsvSource({
    "year,    2016,                 2016-01-01T00:00:00Z",
    "quarter, 2016-Q2,              2016-04-01T00:00:00Z",
    "month,   2016-05,              2016-05-01T00:00:00Z",
    "week,    2016-05-16,           2016-05-16T00:00:00Z",
    "day,     2016-05-18,           2016-05-18T00:00:00Z",
    "1h,      2016-05-18T13:00:00Z, 2016-05-18T13:00:00Z"
  })
  void startsEachChunkAtItsFirstInstant(String by, String name, Instant start) {
    Chunking.Chunk chunk =
        Chunking.parse(by).of(Instant.parse("2016-05-18T13:45:00Z").toEpochMilli(), 7);

    assertThat(chunk).isEqualTo(new Chunking.Chunk(start.toEpochMilli(), name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "0s", "decade", ""})
  void refusesWhatIsNoSize(String by) {
    assertThatThrownBy(() -> Chunking.parse(by))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--by '" + by + "' is no size of chunks");
  }
}
