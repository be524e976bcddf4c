package io.evenkeel.app.explain;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.judge.VerdictReplay.Step;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The explanation for programs. A number that is not finite is null. Fields may be added; those
 * that are there keep their names and meaning.
 */
public final class JsonExplanation {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonExplanation() {}

  /** The explanation as text, with a line break at its end. */
  public static String of(Explanation explanation) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("fingerprint", explanation.alert().getFingerprint())
            .put("state", explanation.alert().getState().name().toLowerCase(Locale.ROOT))
            .put("severity", explanation.alert().getSeverity().name().toLowerCase(Locale.ROOT))
            .put("summary", explanation.alert().getSummary())
            .put("description", explanation.alert().getDescription())
            .put("verdict", explanation.alert().getVerdict());
    putRead(json, explanation.agreement());
    ArrayNode panes = json.putArray("panes");
    explanation.again().steps().forEach(step -> put(panes.addObject(), step));
    ObjectNode kinds = json.putObject("log_e_by_kind");
    explanation
        .again()
        .logEValues()
        .forEach((kind, logE) -> kinds.set(kind.name().toLowerCase(Locale.ROOT), of(logE)));
    return text(json, explanation.agreement());
  }

  /** The explanation of a map as text, with a line break at its end. */
  public static String of(MapExplanation explanation) {
    PublishedMap map = explanation.then().published();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("key", explanation.series().key())
            .put("summary", map.getWords())
            .put("decided_at", map.getUpdatedAt().toString())
            .put("verdict", explanation.verdict());
    ArrayNode reasons = json.putArray("reasons");
    explanation.reasons().forEach(reasons::add);
    putRead(json, explanation.agreement());
    ArrayNode panes = json.putArray("panes");
    explanation.again().steps().forEach(step -> put(panes.addObject(), step));
    return text(json, explanation.agreement());
  }

  private static void putRead(ObjectNode json, Agreement agreement) {
    json.put("agrees", agreement.agrees());
    ArrayNode warnings = json.putArray("warnings");
    agreement.warnings().forEach(warnings::add);
    ArrayNode sources = json.putArray("sources");
    agreement.sources().offsets().forEach(source -> put(sources.addObject(), source));
  }

  private static String text(ObjectNode json, Agreement agreement) {
    ObjectNode findings = json.putObject("findings");
    agreement.comparisons().forEach(one -> put(findings.putObject(one.name()), one));
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static void put(ObjectNode json, SourceOffsets source) {
    json.put("partition", source.getPartition())
        .put("predictions_from", source.getPredictionsFrom())
        .put("predictions_through", source.getPredictionsThrough())
        .put("labels_from", source.getLabelsFrom())
        .put("labels_through", source.getLabelsThrough());
  }

  private static void put(ObjectNode json, Step step) {
    json.put("start", Instant.ofEpochMilli(step.start()).toString())
        .put("predictions", step.predictions())
        .put("labelled", step.labelled());
    json.set("log_e", of(step.logE()));
    json.set("log_e_beyond", of(step.logEBeyond()));
  }

  private static void put(ObjectNode json, MapReplay.Step step) {
    json.put("start", Instant.ofEpochMilli(step.start()).toString())
        .put("predictions", step.predictions())
        .put("labelled", step.labelled());
    json.set("log_e", of(step.logE()));
    json.put("weight_of_none", step.weightOfNone()).put("change", step.change());
  }

  private static void put(ObjectNode json, Comparison comparison) {
    json.set("recorded", of(comparison.recorded()));
    json.set("recomputed", of(comparison.recomputed()));
    json.put("outcome", comparison.outcome().name().toLowerCase(Locale.ROOT))
        .put("reason", comparison.reason());
  }

  private static JsonNode of(@Nullable Object value) {
    if (value instanceof List<?> list) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      list.forEach(item -> array.add(of(item)));
      return array;
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return JsonNodeFactory.instance.nullNode();
    }
    return MAPPER.valueToTree(value instanceof Enum<?> word ? word.name() : value);
  }
}
