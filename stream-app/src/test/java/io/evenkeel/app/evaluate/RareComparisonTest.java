package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.dataset.TestData;
import io.evenkeel.core.score.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two models of rare events: that none came does not make the lower probability the better one. */
class RareComparisonTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final String MODELS =
      """
      models:
        - model: right
          file: rows.csv
          id: 'right:{n}'
          distribution: {binary: right}
          time: {column: t, format: instant}
          label: {column: y, delay: 1s}
        - model: half
          file: rows.csv
          id: 'half:{n}'
          distribution: {binary: half}
          time: {column: t, format: instant}
          label: {column: y, delay: 1s}
      """;

  @TempDir private Path folder;

  private Comparison comparison(Random random, double mean, int rows) throws IOException {
    Report report =
        report(
            rows,
            n -> {
              double p = mean * 2 * random.nextDouble();
              int y = random.nextDouble() < p ? 1 : 0;
              Instant madeAt = START.plusSeconds(n);
              return String.format(Locale.ROOT, "%d,%s,%.7f,%.7f,%d", n, madeAt, p, p / 2, y);
            });
    return report.comparison().orElseThrow();
  }

  private Report report(int rows, IntFunction<String> row) throws IOException {
    TestData.table(folder.resolve("rows.csv"), "n,t,right,half,y", rows, row);
    return Reports.evaluation(folder, MODELS, Reports.plan(rows)).report(List.of("right", "half"));
  }

  @Test
  void doesNotPreferTheLowerProbabilityWhereHardlyAnyEventCame() throws IOException {
    Random random = new Random(3);
    for (int run = 0; run < 3; run++) {
      Comparison comparison = comparison(random, 0.0005, 500);

      assertThat(comparison.sentence()).startsWith("Too few labels to compare their scores");
      assertThat(comparison.differences())
          .extracting(Measure::interval)
          .containsOnly(Interval.EVERYTHING);
      assertThat(comparison.skill().interval()).isEqualTo(Interval.EVERYTHING);
    }
  }

  /** Without any event, the lower probability has the better score in each row. */
  @Test
  void showsNoModelToBeBetterSinceARowWhereHardlyAnyEventCame() throws IOException {
    Report report = report(500, n -> n + "," + START.plusSeconds(n) + ",0.3,0.01,0");

    assertThat(report.comparison().orElseThrow().overTime().allTimes()).isEmpty();
    assertThat(List.of(Reports.text(report, true), HtmlReport.of(report), JsonReport.of(report)))
        .allSatisfy(
            words ->
                assertThat(words)
                    .contains("Too few labels to compare their scores")
                    .doesNotContain("shown to be better", "at all times", "at_all_times"));
  }

  /** The other measures are of all rows. */
  @Test
  void saysNothingOfAMeasureOfTheFirstRowsIfHardlyAnyEventCameInThem() throws IOException {
    Comparison comparison = comparison(new Random(1), 0.0085, 1_300);

    assertThat(comparison.differences())
        .filteredOn(measure -> Interval.EVERYTHING.equals(measure.interval()))
        .extracting(Measure::quantity)
        .containsExactly(Quantity.CKCE);
    assertThat(comparison.sentence()).doesNotContain("CKCE");
  }

  @Test
  void prefersTheRightProbabilityWhereManyCame() throws IOException {
    assertThat(comparison(new Random(3), 0.3, 500).sentence()).contains("right by log loss");
  }
}
