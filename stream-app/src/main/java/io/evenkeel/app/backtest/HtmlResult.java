package io.evenkeel.app.backtest;

import io.evenkeel.app.report.HtmlPage;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The result as a page that is one file. */
public final class HtmlResult {
  /** The most series with charts, which are whole models and segments in which an alert fired. */
  private static final int CHARTED = 30;

  private final HtmlPage page = new HtmlPage("Backtest");
  private final BacktestReport report;
  private final List<SeriesKey> toChart;
  private final Set<SeriesKey> charted;

  private HtmlResult(BacktestReport report) {
    this.report = report;
    this.toChart = toChart(report.first().result());
    this.charted = toChart.stream().limit(CHARTED).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * What can have charts; those in which an alert fired come first, as they are looked at first.
   */
  private static List<SeriesKey> toChart(Result result) {
    Set<SeriesKey> fired =
        result.fired().stream()
            .map(change -> key(change.alert()))
            .collect(Collectors.toUnmodifiableSet());
    return result.series().stream()
        .map(HtmlResult::key)
        .filter(series -> series.segment().isEmpty() || fired.contains(series))
        .sorted(Comparator.comparing(series -> !fired.contains(series)))
        .toList();
  }

  private static SeriesKey key(SeriesSummary series) {
    return new SeriesKey(series.model(), series.version(), series.segment());
  }

  private static SeriesKey key(Alert alert) {
    return new SeriesKey(alert.getModel(), alert.getVersion(), alert.getSegment());
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
    if (toChart.size() > charted.size()) {
      page.note(
          String.format(
              Locale.ROOT,
              "Charts of %,d of %,d series. Those in which an alert fired come first.",
              charted.size(),
              toChart.size()));
    }
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
          List.of("reason", "events", "the first"),
          result.deadLetters().entrySet().stream()
              .map(
                  entry ->
                      List.of(
                          entry.getKey(),
                          String.format(Locale.ROOT, "%,d", entry.getValue()),
                          result.firstOfReason().getOrDefault(entry.getKey(), "")))
              .toList());
    }
  }

  private void write(SeriesSummary series) {
    SeriesWords words =
        new SeriesWords(report.first(), series, report.delays().get(series.model()));
    page.heading(series.name());
    page.list(words.sentences());
    if (charted.contains(key(series))) {
      List<Instant> miscalibrated = words.fired().getOrDefault("miscalibration", List.of());
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
        key(alert).inWords(),
        change.words());
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
