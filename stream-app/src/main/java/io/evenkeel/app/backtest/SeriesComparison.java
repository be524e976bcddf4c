package io.evenkeel.app.backtest;

import io.evenkeel.app.backtest.BacktestReport.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings side by side: of each series the alerts that fired, and the windows by finding. */
final class SeriesComparison {

  /**
   * A series under all settings.
   *
   * @param series its name
   * @param runs what was found, by the name of the settings, in their order
   */
  record Row(String series, Map<String, String> runs) {}

  private SeriesComparison() {}

  /** A row of each series that any of the settings has, in the order of their keys. */
  static List<Row> of(BacktestReport report) {
    Map<String, Row> rows = new TreeMap<>();
    for (Run run : report.runs()) {
      for (SeriesSummary series : run.result().series()) {
        rows.computeIfAbsent(series.key(), key -> new Row(series.name(), new LinkedHashMap<>()))
            .runs()
            .put(run.name(), words(run, series));
      }
    }
    return List.copyOf(rows.values());
  }

  private static String words(Run run, SeriesSummary series) {
    SeriesWords words = new SeriesWords(run, series, null);
    return words.alerts() + " Windows: " + words.findings() + ".";
  }
}
