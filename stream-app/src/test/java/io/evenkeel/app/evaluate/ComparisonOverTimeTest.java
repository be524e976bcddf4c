package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.core.score.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonOverTimeTest {
  private static final Instant START = Instant.parse("2015-01-01T00:00:00Z");
  private static final int PER_YEAR = 360;

  private static final String MODELS =
      """
      models:
        - model: old
          file: rows.csv
          sorted: false
          id: 'old:{n}'
          time: {column: t, format: instant}
          distribution: OLD
          label: {column: y, delay: 1s}
        - model: new
          file: rows.csv
          sorted: false
          id: 'new:{n}'
          time: {column: t, format: instant}
          distribution: NEW
          label: {column: y, delay: 1s}
      """;

  @TempDir private Path folder;

  /** Three years of coins in no order: the old model is right in 2015, the new one from 2016 on. */
  private Report coins(String old, String other, Plan plan) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(8);
    List<String> rows = new ArrayList<>();
    for (int n = 0; n < 3 * PER_YEAR; n++) {
      int year = n / PER_YEAR;
      double p = random.nextBoolean() ? 0.1 : 0.9;
      double wrong = 1 - p;
      int heads = random.nextDouble() < p ? 1 : 0;
      Instant madeAt = START.plus(Duration.ofDays(366L * year + n % PER_YEAR));
      double before = year == 0 ? p : wrong;
      double after = year == 0 ? wrong : p;
      rows.add(String.format(Locale.ROOT, "%d,%s,%.1f,%.1f,%d", n, madeAt, before, after, heads));
    }
    Collections.shuffle(rows, new Random(1));
    Files.writeString(
        folder.resolve("rows.csv"), "n,t,before,after,y\n" + String.join("\n", rows) + "\n");
    String yaml = MODELS.replace("OLD", old).replace("NEW", other);
    return Reports.evaluation(folder, yaml, plan).report(List.of("old", "new"));
  }

  private static Plan plan() {
    return Reports.plan(2000);
  }

  private static AllTimes allTimes(IntToDoubleFunction difference, int rows, boolean timed) {
    List<Step> steps =
        IntStream.range(0, rows)
            .mapToObj(
                row -> new Step(new Place(60_000L * row, row), difference.applyAsDouble(row), true))
            .toList();
    return AllTimes.of(steps, "old", "new", 0.01, timed);
  }

  @Test
  void saysSinceWhichRowAModelIsShownToBeBetter() {
    AllTimes result = allTimes(row -> row % 2 == 0 ? 0.5 : 0, 1000, false);

    int since = 1 + (int) result.second().since().orElseThrow().row();
    assertThat(since).isBetween(20, 200);
    assertThat(result.first().since()).isEmpty();
    assertThat(result.sentence())
        .startsWith(
            String.format("new is shown to be better since labelled row %d (e-value 10^", since))
        .endsWith(" at the end; 99 % valid at all times).");
    assertThat(result.interval().lower()).isPositive();
    assertThat(result.interval().contains(0.25)).isTrue();
    assertThat(allTimes(row -> row % 2 == 0 ? 0.5 : 0, since - 1, false).sentence())
        .isEqualTo("Neither is shown to be better (99 % valid at all times).");
  }

  @Test
  void saysWhenIfTheFileHasTimes() {
    AllTimes result = allTimes(row -> row % 2 == 0 ? -0.5 : 0, 1000, true);

    Place since = result.first().since().orElseThrow();
    assertThat(result.sentence())
        .startsWith(
            "old is shown to be better since labelled row " + (since.row() + 1) + ", 1970-01-01T0");
    assertThat(result.first().time()).contains(Instant.ofEpochMilli(since.madeAt()));
  }

  @Test
  void refusesDifferencesThatNoBrierScoresHave() {
    assertThatThrownBy(() -> allTimes(row -> 2.5, 1, false)).hasMessageContaining("2.5");
  }

  @Test
  void showsBothModelsWhereTheBetterOneChanges() throws IOException {
    Report report = coins("{binary: before}", "{binary: after}", plan().chunked("year"));

    OverTime overTime = report.comparison().orElseThrow().overTime();
    AllTimes allTimes = overTime.allTimes().orElseThrow();
    assertThat(allTimes.n()).isEqualTo(3 * PER_YEAR);
    assertThat(allTimes.first().time().orElseThrow().toString()).startsWith("2015-");
    assertThat(allTimes.second().time().orElseThrow().toString()).startsWith("2017-");
    assertThat(allTimes.sentence()).contains("old is shown", "new is shown");
    assertThat(overTime.chunks())
        .extracting(ChunkDifference::name)
        .containsExactly("2015", "2016", "2017");
    Interval first = overTime.chunks().get(0).interval();
    Interval second = overTime.chunks().get(1).interval();
    assertThat(first.upper()).isNegative();
    assertThat(second.lower()).isPositive();
    assertThat(overTime.chunks()).extracting(ChunkDifference::n).containsOnly((long) PER_YEAR);
  }

  @Test
  void printsDifferencesOverTime() throws IOException {
    Report report = coins("{binary: before}", "{binary: after}", plan().chunked("year"));

    String out = Reports.text(report, false);
    assertThat(out)
        .containsPattern("  Brier difference, 99 % at all times +0\\.\\d+ +0\\.\\d+ to")
        .contains("  old is shown to be better since labelled row ")
        .contains("  Over time: Brier score of old less that of new")
        .containsPattern("  2015 +360 +-\\d+\\.\\d+ +-\\d+\\.\\d+ to -\\d");
    assertThat(HtmlReport.of(report))
        .contains("99 % at all times", "is shown to be better since", "of old less that of new");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report)).path("comparison");
    assertThat(json.at("/brier_at_all_times/n").asInt()).isEqualTo(3 * PER_YEAR);
    assertThat(json.at("/brier_at_all_times/lower").asDouble())
        .isLessThan(json.at("/brier_at_all_times/value").asDouble());
    assertThat(json.at("/brier_at_all_times/second/log10_e").asDouble()).isGreaterThan(2);
    assertThat(json.at("/brier_at_all_times/second/since_row").asLong()).isPositive();
    assertThat(json.at("/brier_at_all_times/second/since_time").asText()).startsWith("2017-");
    assertThat(json.at("/chunks/2/chunk").asText()).isEqualTo("2017");
    assertThat(json.at("/chunks/2/lower").asDouble()).isPositive();
  }

  /** A plain CRPS has no bound, so that only the chunks are compared. */
  @Test
  void claimsNothingAtAllTimesOfNumbers() throws IOException {
    String normal = "{normal: {mean: %s, standard-deviation: after}}";
    Report report =
        coins(normal.formatted("before"), normal.formatted("after"), plan().chunked("year"));

    OverTime overTime = report.comparison().orElseThrow().overTime();
    assertThat(overTime.allTimes()).isEmpty();
    assertThat(overTime.chunks()).hasSize(3);
    assertThat(JsonReport.of(report)).doesNotContain("at_all_times");
  }
}
