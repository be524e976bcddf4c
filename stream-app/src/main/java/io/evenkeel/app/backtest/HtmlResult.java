package io.evenkeel.app.backtest;

import io.evenkeel.app.report.HtmlPage;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result as a page that is one file. */
public final class HtmlResult {
  /** Series with charts: whole models and segments in which an alert fired, so many at most. */
  private static final int CHARTED = 30;

  private final HtmlPage page = new HtmlPage("Backtest");
  private final BacktestReport report;
  private int charted;

  private HtmlResult(BacktestReport report) {
    this.report = report;
  }

  /** The page of a report. */
  public static String of(BacktestReport report) {
    HtmlResult html = new HtmlResult(report);
    html.write();
    return html.page.text();
  }

  private void write() {
    Result result = report.first().result();
    page.note(
        String.format(
            Locale.ROOT, "%,d events, settings: %s.", result.events(), report.first().name()));
    if (report.runs().size() > 1) {
      compare();
    }
    result.series().forEach(this::write);
    page.heading("All changes of alerts");
    if (result.changes().isEmpty()) {
      page.paragraph("No alert.");
    } else {
      page.table(
          List.of("at", "state", "severity", "series", "alert"),
          result.changes().stream().map(HtmlResult::row).toList());
    }
    if (!result.deadLetters().isEmpty()) {
      page.heading("Events that could not be used");
      page.table(
          List.of("reason", "events"),
          result.deadLetters().entrySet().stream()
              .map(
                  entry ->
                      List.of(entry.getKey(), String.format(Locale.ROOT, "%,d", entry.getValue())))
              .toList());
    }
  }

  private void write(SeriesSummary series) {
    SeriesWords words =
        new SeriesWords(report.first(), series, report.delays().get(series.model()));
    page.heading(series.name());
    page.list(words.sentences());
    Map<String, List<Instant>> fired = words.fired();
    if ((series.segment().isEmpty() || !fired.isEmpty()) && charted++ < CHARTED) {
      List<Instant> miscalibrated = fired.getOrDefault("miscalibration", List.of());
      SeriesCharts.evidence(series, miscalibrated)
          .ifPresent(chart -> page.chart(chart, "Evidence over time of " + series.name()));
      SeriesCharts.score(series)
          .ifPresent(chart -> page.chart(chart, "Score over time of " + series.name()));
    }
  }

  private static List<String> row(DatedAlert change) {
    Alert alert = change.alert();
    return List.of(
        change.at().truncatedTo(ChronoUnit.SECONDS).toString(),
        alert.getState() + ", " + change.change(),
        alert.getSeverity().toString(),
        new SeriesKey(alert.getModel(), alert.getVersion(), alert.getSegment()).inWords(),
        alert.getRule() + ": " + alert.getSummary());
  }

  private void compare() {
    page.heading("Settings side by side");
    List<String> header = new ArrayList<>(List.of("series"));
    report.runs().forEach(run -> header.add(run.name()));
    List<List<String>> rows = new ArrayList<>();
    for (SeriesComparison.Row row : SeriesComparison.of(report)) {
      List<String> cells = new ArrayList<>(List.of(row.series()));
      report.runs().forEach(run -> cells.add(row.runs().getOrDefault(run.name(), "")));
      rows.add(cells);
    }
    page.table(header, rows);
  }
}
