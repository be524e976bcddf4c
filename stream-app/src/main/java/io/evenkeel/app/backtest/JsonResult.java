package io.evenkeel.app.backtest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.replay.LabelDelays;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result for programs. A number that is not finite is null. Fields may be added; those that are
 * there keep their names and meaning.
 */
public final class JsonResult {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonResult() {}

  /**
   * The report as text, with a line break at its end: that of the first settings, and what the
   * others found as {@code compared}.
   */
  public static String of(BacktestReport report) {
    ObjectNode json = of(report.first());
    ObjectNode models = json.putObject("models");
    report.delays().forEach((model, delays) -> models.set(model, of(delays)));
    if (report.runs().size() > 1) {
      ArrayNode compared = json.putArray("compared");
      report.runs().stream().skip(1).forEach(run -> compared.add(of(run)));
    }
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static ObjectNode of(BacktestReport.Run run) {
    Result result = run.result();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("settings", run.name())
            .put("events", result.events());
    ArrayNode alerts = json.putArray("alerts");
    result.changes().forEach(change -> alerts.add(of(change)));
    ArrayNode series = json.putArray("series");
    result.series().forEach(summary -> series.add(of(run, summary)));
    counts(json.putObject("dead_letters"), result.deadLetters());
    result.firstOfReason().forEach(json.putObject("first_dead_letters")::put);
    return json;
  }

  private static ObjectNode of(LabelDelays delays) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("predictions", delays.predictions())
            .put("labelled", delays.labelled());
    if (delays.labelled() > 0) {
      json.put("delay_median_ms", delays.quantile(0.5).toMillis())
          .put("delay_99_percent_ms", delays.quantile(LabelDelays.WAITED_FOR).toMillis())
          .put("suggested_wait_ms", delays.suggestedWait().toMillis());
    }
    return json;
  }

  private static ObjectNode of(DatedAlert change) {
    Alert alert = change.alert();
    return JsonNodeFactory.instance
        .objectNode()
        .put("at", change.at().toString())
        .put("rule", alert.getRule())
        .put("state", alert.getState().name())
        .put("change", change.change())
        .put("severity", alert.getSeverity().name())
        .put("model", alert.getModel())
        .put("version", alert.getVersion())
        .put("segment", alert.getSegment())
        .put("summary", alert.getSummary())
        .put("description", alert.getDescription())
        .put("starts_at", alert.getStartsAt().toString())
        .put("updated_at", alert.getUpdatedAt().toString())
        .put("ends_at", text(alert.getEndsAt()))
        .put("cases", alert.getCases())
        .put("log_evidence", finite(alert.getLogEvidence()))
        .put("log_threshold", finite(alert.getLogThreshold()))
        .put("map", alert.getMap())
        .put("silenced_by", alert.getSilencedBy())
        .put("inhibited_by", alert.getInhibitedBy())
        .put("inhibited_until", text(alert.getInhibitedUntil()))
        .put("fingerprint", alert.getFingerprint());
  }

  private static ObjectNode of(BacktestReport.Run run, SeriesSummary series) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("key", series.key())
            .put("model", series.model())
            .put("version", series.version())
            .put("segment", series.segment())
            .put("predictions", series.predictions())
            .put("labelled", series.labelled());
    ObjectNode windows = json.putObject("windows");
    series.windows().forEach((finding, count) -> windows.put(finding.name(), count));
    json.put("evidence", exponential(series.logEvidence()))
        .put("threshold", exponential(series.logThreshold()))
        .put("log_evidence", finite(series.logEvidence()))
        .put("log_threshold", finite(series.logThreshold()));
    ObjectNode fired = json.putObject("fired");
    new SeriesWords(run, series, null)
        .fired()
        .forEach((rule, times) -> fired.put(rule, times.size()));
    counts(json.putObject("dead_letters"), series.deadLetters());
    ArrayNode maps = json.putArray("maps");
    series.maps().forEach(map -> maps.add(of(map)));
    return json;
  }

  private static ObjectNode of(PublishedMap map) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("updated_at", map.getUpdatedAt().toString())
        .put("words", map.getWords())
        .put("map", map.getMap())
        .put("later_labels", map.getLaterLabels())
        .put("gain", finite(map.getGain()))
        .put("gain_lower", finite(map.getGainLower()))
        .put("gain_upper", finite(map.getGainUpper()))
        .put("log_evidence", finite(map.getLogEvidence()));
  }

  private static void counts(ObjectNode json, Map<String, Long> counts) {
    counts.forEach(json::put);
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  private static @Nullable Double exponential(@Nullable Double log) {
    return log == null ? null : finite(Math.exp(log));
  }

  private static @Nullable Double finite(@Nullable Double value) {
    return value == null || !Double.isFinite(value) ? null : value;
  }
}
