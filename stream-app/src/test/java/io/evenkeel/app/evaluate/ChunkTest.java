package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import io.evenkeel.schemas.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.XYChart;

class ChunkTest {
  private static final Instant START = Instant.parse("2015-01-01T00:00:00Z");
  private static final int PER_YEAR = 300;

  private static final String COINS =
      """
      models:
        - model: coins
          file: coins.csv
          id: '{n}'
          time: {column: t, format: instant}
          distribution: {binary: p}
          label: {column: heads, delay: 1s}
      """;

  @TempDir private Path folder;

  /** Four years of coins, whose probabilities are exaggerated from the second year on. */
  private Report judged(String by) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(8);
    TestData.table(
        folder.resolve("coins.csv"),
        "n,t,p,heads",
        4 * PER_YEAR,
        n -> {
          double p = 0.05 + 0.9 * random.nextDouble();
          double odds = Math.pow(p / (1 - p), n < PER_YEAR ? 1 : 3);
          Instant madeAt =
              START
                  .plus(Duration.ofDays(n < PER_YEAR ? 0 : 1 + 365L * (n / PER_YEAR)))
                  .plus(Duration.ofDays(n % PER_YEAR));
          int heads = random.nextDouble() < p ? 1 : 0;
          return String.format(Locale.ROOT, "%d,%s,%.6f,%d", n, madeAt, odds / (1 + odds), heads);
        });
    return Reports.of(folder, COINS, Reports.plan(100).chunked(by));
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
    assertThat(Reports.text(report, true))
        .contains("Over time: 2015 quiet; 2016 to 2018 miscalibrated.")
        .containsPattern("2016 +300 +0\\.\\d+ +0\\.\\d+ +0\\.\\d+ +10\\^\\d+ +miscalibrated");
    assertThat(HtmlReport.of(report)).contains("alt=\"coins: chunks\"");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    assertThat(json.at("/models/0/chunks/1/finding").asText()).isEqualTo("miscalibrated");
    assertThat(json.at("/models/0/chunks/1/measures/ece/value").asDouble()).isPositive();
  }

  /** Of twelve an e-value of 700 is not enough, and beside one of 1000 it is. */
  @ParameterizedTest
  @CsvSource({"1, 1200", "1000, 600"})
  void drawsFromWhichEValueOnChunksAreRejected(double other, double rejects) {
    List<ChunkReport> chunks =
        IntStream.range(0, 12)
            .mapToDouble(month -> month == 0 ? 700 : month == 1 ? other : 1)
            .mapToObj(e -> new ChunkReport("", 0, 50, Finding.CALIBRATED, Math.log(e), List.of()))
            .toList();

    XYChart chart = Charts.of(chunks, Reports.plan(100).chunked("50"), "chunks");

    assertThat(chart.getSeriesCollection())
        .filteredOn(line -> line.getName().equals("rejects from here on"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(Arrays.stream(line.getYData()).boxed())
                    .hasSize(12)
                    .allSatisfy(y -> assertThat(y).isCloseTo(Math.log10(rejects), within(1e-9))));
  }

  /** The report says that the model is not judged: it would contradict a chunk that is. */
  @Test
  void judgesNoChunkByLabelsThatAreNotRepresentative() throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(9);
    TestData.table(
        folder.resolve("coins.csv"),
        "n,t,p,heads",
        4 * PER_YEAR,
        n -> {
          double p = 0.05 + 0.9 * random.nextDouble();
          String heads = p > 0.7 ? "" : random.nextDouble() < p ? "1" : "0";
          Instant madeAt = START.plus(Duration.ofDays(365L * (n / PER_YEAR) + n % PER_YEAR));
          return String.format(Locale.ROOT, "%d,%s,%.6f,%s", n, madeAt, p, heads);
        });

    ModelReport report =
        Reports.of(folder, COINS, Reports.plan(100).chunked("year")).models().get(0);

    assertThat(report.whole().finding()).isEqualTo(Finding.UNKNOWN);
    assertThat(ChunkReport.sentence(report.chunks()))
        .isEqualTo("2015 to 2018 labels not representative.");
  }

  @Test
  void cutsByRowsInTheOrderOfTheFile() throws IOException {
    assertThat(judged("500").models().get(0).chunks())
        .extracting(ChunkReport::labels)
        .containsExactly(500L, 500L, 200L);
  }

  /** Three months; in the third, whose labels have not come, customers are older. */
  private Report drifting(String reference) throws IOException {
    return drifting("month", reference);
  }

  private Report drifting(String by, String reference) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(9);
    TestData.table(
        folder.resolve("churn.csv"),
        "t,age,p,left",
        900,
        n -> {
          int month = n / 300;
          double age = 20 + 30 * random.nextDouble() + (month == 2 ? 10 : 0);
          double p = 0.1 + 0.6 * random.nextDouble();
          int left = random.nextDouble() < p ? 1 : 0;
          String day = String.format(Locale.ROOT, "2015-0%d-%02d", month + 1, 1 + n % 28);
          String label = month == 2 ? "" : "" + left;
          return String.format(Locale.ROOT, "%s,%.3f,%.6f,%s", day, age, p, label);
        });
    String yaml =
        """
        models:
          - model: churn
            file: churn.csv
            id: '{#}'
            time: {column: t, format: date}
            features: [age]
            distribution: {binary: p}
            label: {column: left, delay: 1s}
        """;
    return Reports.of(folder, yaml, Reports.plan(100).chunked(by, reference));
  }

  @Test
  void saysWhichChunksHaveDriftedFromTheReferenceBeforeTheirLabelsCome() throws IOException {
    Report report = drifting("2015-01");

    List<ChunkShift> shifts = report.models().get(0).shifts();
    assertThat(shifts).extracting(ChunkShift::name).containsExactly("2015-02", "2015-03");
    assertThat(shifts).extracting(ChunkShift::rows).containsOnly(300L);
    assertThat(shifts.get(0).words()).isEmpty();
    assertThat(shifts.get(0).drift().labels()).isPresent();
    assertThat(shifts.get(1).words())
        .singleElement()
        .asString()
        .startsWith("features have drifted: age is up by 1.");
    assertThat(shifts.get(1).drift().labels()).isEmpty();
    assertThat(Reports.text(report, false))
        .contains("Drift from 2015-01, by tests of predictions, features and labels at 0.005")
        .containsPattern("2015-02 +300 +no drift")
        .containsPattern("2015-03 +300 +features have drifted: age is up by 1\\.");
    assertThat(HtmlReport.of(report)).contains("features have drifted: age is up by 1.");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report)).at("/models/0/drift/1");
    assertThat(json.at("/chunk").asText()).isEqualTo("2015-03");
    assertThat(json.at("/features/age/p_value").asDouble()).isLessThan(1e-6);
    assertThat(json.at("/predictions_p_value").asDouble()).isGreaterThan(0.005);
    assertThat(json.has("labels_p_value")).isFalse();
  }

  @Test
  void takesTheChunkOfTheNameAndNotThoseThatBeginWithIt() throws IOException {
    assertThat(drifting("100", "labelled rows from 1").models().get(0).shifts())
        .extracting(ChunkShift::name)
        .hasSizeGreaterThan(5)
        .contains("labelled rows from 101")
        .doesNotContain("labelled rows from 1");
  }

  @Test
  void refusesAReferenceThatIsNoChunkOrLeavesNone() {
    assertThatThrownBy(() -> drifting("2016"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "--reference 2016: the names of no chunks begin with it; the first chunk is 2015-01");
    assertThatThrownBy(() -> drifting("2015"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the names of all chunks begin with it");
  }

  @Test
  void refusesMoreChunksThanItCanKeep() {
    assertThatThrownBy(() -> judged("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--by makes more than 1000 chunks");
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
