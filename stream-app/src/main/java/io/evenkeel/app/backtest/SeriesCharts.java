package io.evenkeel.app.backtest;

import io.evenkeel.app.report.ChartStyle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;

/** A series over time: its evidence with the alerts that fired, and its score. */
final class SeriesCharts {
  private static final double LOG_10 = Math.log(10);

  /** An infinite logarithm is drawn as so many times the threshold. */
  private static final double ABOVE = 3;

  private SeriesCharts() {}

  /** The evidence after each window and where alerts fired; empty without evidence. */
  static Optional<XYChart> evidence(SeriesSummary series, List<Instant> fired) {
    List<Date> times = new ArrayList<>();
    List<Double> evidence = new ArrayList<>();
    List<Double> thresholds = new ArrayList<>();
    for (WindowPoint point : series.points()) {
      Double threshold = point.logThreshold();
      Double log = drawn(point.logEvidence(), threshold);
      if (log != null && threshold != null) {
        times.add(Date.from(point.end()));
        evidence.add(log / LOG_10);
        thresholds.add(threshold / LOG_10);
      }
    }
    if (times.isEmpty()) {
      return Optional.empty();
    }
    XYChart chart = ChartStyle.timeline("Evidence of a fault, powers of ten", "log10 evidence");
    ChartStyle.seen(chart.addSeries("evidence", times, evidence));
    ChartStyle.ideal(chart.addSeries("fires from here on", times, thresholds));
    if (!fired.isEmpty()) {
      double height = thresholds.get(thresholds.size() - 1);
      ChartStyle.addFired(
          chart,
          "miscalibration alert fired",
          fired.stream().map(Date::from).toList(),
          Collections.nCopies(fired.size(), height));
    }
    return Optional.of(chart);
  }

  private static @Nullable Double drawn(@Nullable Double log, @Nullable Double threshold) {
    if (log == null || threshold == null || log == Double.NEGATIVE_INFINITY || log.isNaN()) {
      return null;
    }
    return log == Double.POSITIVE_INFINITY ? ABOVE * threshold : log;
  }

  /** The mean score of each window; empty without labels. */
  static Optional<XYChart> score(SeriesSummary series) {
    List<Date> times = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    for (WindowPoint point : series.points()) {
      Double score = point.score();
      if (score != null && Double.isFinite(score)) {
        times.add(Date.from(point.end()));
        scores.add(score);
      }
    }
    if (times.isEmpty()) {
      return Optional.empty();
    }
    XYChart chart = ChartStyle.timeline("Mean score of each window", "log loss, else CRPS");
    ChartStyle.seen(chart.addSeries("score (lower is better)", times, scores));
    return Optional.of(chart);
  }
}
