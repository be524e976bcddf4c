package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.core.score.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calibrated forecasts by few quantiles: between their levels they say nothing. */
class QuantileCoverageTest {
  private static final Instant START = Instant.parse("2015-01-01T00:00:00Z");
  private static final int ROWS = 4000;

  @TempDir private Path folder;

  private Report judged(double... levels) throws IOException {
    return judgedAbove(Double.NEGATIVE_INFINITY, levels);
  }

  private Report judgedAbove(double least, double... levels) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(12);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    StringBuilder header = new StringBuilder("n,t,y");
    StringBuilder columns = new StringBuilder();
    for (double level : levels) {
      header.append(",q").append(level);
      columns.append(columns.isEmpty() ? "" : ", ").append("'" + level + "': q" + level);
    }
    TestData.table(
        folder.resolve("heights.csv"),
        header.toString(),
        ROWS,
        n -> {
          double mean = 10 * random.nextDouble();
          double y = Math.max(least, mean + normal.sample());
          StringBuilder row =
              new StringBuilder(
                  String.format(Locale.ROOT, "%d,%s,%.9f", n, START.plusSeconds(n), y));
          for (double level : levels) {
            double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(level);
            row.append(String.format(Locale.ROOT, ",%.9f", Math.max(least, mean + z)));
          }
          return row.toString();
        });
    String yaml =
        """
        models:
          - model: heights
            file: heights.csv
            id: '{n}'
            time: {column: t, format: instant}
            distribution: {quantiles: {%s}}
            label: {column: y, delay: 1s}
        """
            .formatted(columns);
    return Reports.of(folder, yaml, Reports.plan(1000).chunked("2000").recalibrated());
  }

  private static List<Measure> coverages(Report report) {
    return report.models().get(0).whole().measures().stream()
        .filter(one -> one.quantity().isCoverage())
        .toList();
  }

  private static List<String> trial(Report report) {
    return report.models().get(0).recalibration().orElseThrow().changes().stream()
        .map(MapTrial.Change::name)
        .filter(name -> name.startsWith("share"))
        .toList();
  }

  /** Half of the targets lie in the central half; the line from 0.1 to 0.5 puts 55 % there. */
  @Test
  void judgesTheCentralIntervalThatIsStatedAndNoOther() throws IOException {
    Report report = judged(0.1, 0.5, 0.9);

    assertThat(coverages(report))
        .extracting(Measure::quantity)
        .containsExactly(Quantity.COVERAGE_80);
    Interval range = Objects.requireNonNull(coverages(report).get(0).ifCalibrated());
    assertThat(range.contains(coverages(report).get(0).value())).isTrue();
    assertThat(Reports.text(report, false))
        .contains("share in the central 80 % interval")
        .doesNotContain("central 50 %", "central 90 %", "central 95 %")
        .contains("in 80 %");
    assertThat(trial(report)).containsExactly("share in the central 80 % interval");
    assertThat(
            new ObjectMapper()
                .readTree(JsonReport.of(report))
                .at("/models/0/whole/measures")
                .fieldNames())
        .toIterable()
        .filteredOn(name -> name.startsWith("coverage"))
        .containsExactly("coverage_80");
    assertThat(HtmlReport.of(report)).contains("in 80 %").doesNotContain("central 50 %");
  }

  @Test
  void showsEveryIntervalThatIsStatedAndTheUsualOnesFirst() throws IOException {
    Report report = judged(0.01, 0.05, 0.16, 0.25, 0.5, 0.75, 0.84, 0.95, 0.99);

    assertThat(coverages(report))
        .extracting(Measure::quantity)
        .containsExactly(
            Quantity.COVERAGE_50, Quantity.COVERAGE_68, Quantity.COVERAGE_90, Quantity.COVERAGE_98);
    assertThat(Reports.text(report, true)).contains("central 98 % interval", "in 90 %");
    assertThat(Reports.text(report, false)).contains("central 90 %").doesNotContain("central 98 %");
    assertThat(trial(report))
        .containsExactly(
            "share in the central 50 % interval", "share in the central 90 % interval");
  }

  @Test
  void showsNoCoverageOfForecastsThatStateNoCentralInterval() throws IOException {
    Report report = judged(0.5, 0.9);

    assertThat(coverages(report)).isEmpty();
    assertThat(trial(report)).isEmpty();
    assertThat(Reports.text(report, true)).contains("Over time: ").doesNotContain("central");
  }

  /** The lower end is where the amount ends, and more than a level lies there. */
  @Test
  void anIntervalThatEndsAtAMassMayHoldMoreThanItsLevel() throws IOException {
    Report report = judgedAbove(4, 0.05, 0.25, 0.5, 0.75, 0.95);

    for (Measure coverage : coverages(report)) {
      Interval range = Objects.requireNonNull(coverage.ifCalibrated());
      double level = coverage.quantity().level();
      assertThat(coverage.value())
          .isGreaterThan(level + 0.01)
          .isBetween(range.lower(), range.upper());
      assertThat(range.upper()).isLessThan(level + 0.6 * (1 - level));
    }
  }
}
