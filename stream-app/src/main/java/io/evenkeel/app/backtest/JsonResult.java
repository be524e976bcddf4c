package io.evenkeel.app.backtest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.schemas.Alert;
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

  /** The result as text, with a line break at its end. */
  public static String of(Result result) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("events", result.events());
    ArrayNode alerts = json.putArray("alerts");
    result.changes().forEach(change -> alerts.add(of(change)));
    ArrayNode series = json.putArray("series");
    result.series().forEach(summary -> series.add(of(summary)));
    counts(json.putObject("dead_letters"), result.deadLetters());
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
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
        .put("silenced_by", alert.getSilencedBy())
        .put("inhibited_by", alert.getInhibitedBy())
        .put("fingerprint", alert.getFingerprint());
  }

  private static ObjectNode of(SeriesSummary series) {
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
    counts(json.putObject("dead_letters"), series.deadLetters());
    return json;
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
