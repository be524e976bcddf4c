package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A series as one row of a list of many, as JSON. */
final class FleetRow {
  /** The newest windows whose evidence is listed with each series. */
  private static final int TREND = 24;

  /** The fields that a row has of the verdict that says most. */
  private static final List<String> FIELDS =
      List.of(
          "window_start",
          "window_end",
          "status",
          "finding",
          "summary",
          "predictions",
          "labelled",
          "coverage",
          "tests_alpha",
          "tests_skce",
          "tests_skce_standard_error",
          "evidence_log_threshold",
          "evidence_recalibration",
          "evidence_recalibration_gain");

  private FleetRow() {}

  /**
   * The row of a series.
   *
   * @param alert the most urgent of those that are open; null if none is
   */
  static ObjectNode of(SeriesHistory history, @Nullable Alert alert) {
    ObjectNode row = identity(history.series());
    Map<String, @Nullable Object> verdict = Columns.of(history.telling().verdict());
    FIELDS.forEach(name -> row.set(name, Json.of(verdict.get(name))));
    row.set("evidence_log_detector", Json.of(evidence(history)));
    row.put("newest_window_end", Instant.ofEpochMilli(history.newest().end()).toString());
    ArrayNode trend = row.putArray("trend");
    List<JudgedWindow> windows = history.newest(TREND).windows();
    windows.forEach(window -> trend.add(Json.of(drawn(window.logDetector()))));
    ArrayNode thresholds = row.putArray("trend_thresholds");
    if (windows.stream().map(JudgedWindow::logThreshold).distinct().count() > 1) {
      windows.forEach(window -> thresholds.add(Json.of(drawn(window.logThreshold()))));
    }
    row.put("alert", alert == null ? null : alert.getState().name());
    row.put("alert_rule", alert == null ? null : alert.getRule());
    row.put("alert_severity", alert == null ? null : alert.getSeverity().name());
    row.put("alert_silenced_by", alert == null ? null : alert.getSilencedBy());
    row.put("alert_inhibited_by", alert == null ? null : alert.getInhibitedBy());
    row.put("alert_since", alert == null ? null : alert.getStartsAt().toString());
    return row;
  }

  /** What names a series. */
  static ObjectNode identity(SeriesKey series) {
    return Json.object()
        .put("key", series.key())
        .put("model", series.model())
        .put("version", series.version())
        .put("segment", series.segment());
  }

  /** The newest of what decides that is known: the logarithm of the evidence; null if none is. */
  static @Nullable Double evidence(SeriesHistory history) {
    List<JudgedWindow> windows = history.windows();
    for (int i = windows.size() - 1; i >= 0; i--) {
      if (windows.get(i).logDetector() != null) {
        return windows.get(i).logDetector();
      }
    }
    return null;
  }

  /** As exact as a line of twenty pixels needs: there are many in the list. */
  private static @Nullable Double drawn(@Nullable Double log) {
    return log == null || !Double.isFinite(log) ? log : (Double) (Math.round(log * 100) / 100.0);
  }
}
