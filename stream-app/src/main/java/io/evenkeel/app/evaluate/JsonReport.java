package io.evenkeel.app.evaluate;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.UnmatchedLabels;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.app.verdict.Drift;
import io.evenkeel.core.drift.FeatureDrift;
import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.expected.ExpectedLoss;
import io.evenkeel.core.score.CorpDiagram;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report for programs. A number that is not finite is null. Fields may be added; those that are
 * there keep their names and meaning.
 */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final double LOG_10 = Math.log(10);

  private JsonReport() {}

  /** The report as text, with a line break at its end. */
  public static String of(Report report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    TolerableError tolerance = report.plan().tolerance();
    json.putObject("plan")
        .put("alpha", report.plan().alpha())
        .put(tolerance.isInNats() ? "tolerance_nats" : "tolerance", tolerance.size())
        .put("sample", report.plan().sample())
        .put("test_sample", Plan.TEST_SAMPLE)
        .put("segments", report.plan().segments())
        .put("confidence", Plan.CONFIDENCE)
        .put("seed", report.plan().seed());
    ArrayNode models = json.putArray("models");
    report.models().forEach(model -> models.add(of(model)));
    report.comparison().ifPresent(comparison -> put(json.putObject("comparison"), comparison));
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static void put(ObjectNode json, Comparison comparison) {
    json.put("first", comparison.first()).put("second", comparison.second());
    json.put("sentence", comparison.sentence());
    json.set("differences", of(comparison.differences()));
    json.set("skill", of(List.of(comparison.skill())));
    json.put("repeated_ids", comparison.repeated());
    ObjectNode leftOut = json.putObject("log_loss_left_out");
    comparison.leftOut().forEach(leftOut::put);
    OverTime overTime = comparison.overTime();
    overTime.allTimes().ifPresent(one -> put(json.putObject("brier_at_all_times"), one));
    ArrayNode chunks = json.putArray("chunks");
    for (ChunkDifference chunk : overTime.chunks()) {
      ObjectNode node = chunks.addObject();
      node.put("chunk", chunk.name()).put("start", chunk.start()).put("n", chunk.n());
      put(node, "value", chunk.value());
      put(node, "", chunk.interval());
    }
  }

  private static void put(ObjectNode json, AllTimes one) {
    json.put("alpha", one.alpha()).put("n", one.n()).put("sentence", one.sentence());
    put(json, "value", one.value());
    put(json, "", one.interval());
    put(json.putObject("first"), one.first());
    put(json.putObject("second"), one.second());
  }

  /** Labelled rows are counted from 1. */
  private static void put(ObjectNode json, Lead lead) {
    put(json, "log10_e", lead.logE() / LOG_10);
    lead.since().ifPresent(place -> json.put("since_row", place.row() + 1));
    lead.time().ifPresent(time -> json.put("since_time", time.toString()));
  }

  private static ObjectNode of(ModelReport model) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("model", model.model());
    json.put("calibration", model.calibration().text());
    json.putObject("kernel")
        .put("predictions", model.kernel().predictions())
        .put("targets", model.kernel().targets());
    ObjectNode rows = json.putObject("rows");
    rows.put("predictions", model.rows().predictions())
        .put("labelled", model.rows().labelled())
        .put("without_prediction", model.rows().withoutPrediction())
        .put("repeated_ids", model.rows().repeated())
        .put("unmatched_labels", model.rows().unmatched().map(UnmatchedLabels::rows).orElse(0L));
    ObjectNode unusable = rows.putObject("unusable");
    model.rows().unusable().forEach(unusable::put);
    ArrayNode offenders = rows.putArray("first_unusable");
    model.rows().offenders().forEach(offenders::add);
    json.set("whole", of(model.whole()));
    ArrayNode segments = json.putArray("segments");
    model.segments().forEach(segment -> segments.add(of(segment)));
    ArrayNode chunks = json.putArray("chunks");
    model.chunks().forEach(chunk -> chunks.add(of(chunk)));
    ArrayNode shifts = json.putArray("drift");
    model.shifts().forEach(chunk -> shifts.add(of(chunk)));
    model.recalibration().ifPresent(trial -> json.set("recalibrated", of(model, trial)));
    model.waiting().ifPresent(waiting -> json.set("without_label", of(waiting)));
    return json.put("segments_left_out", model.segmentsLeftOut());
  }

  private static ObjectNode of(ModelReport model, MapTrial trial) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("pays", trial.pays()).put("sentence", model.named(trial.sentence()));
    put(json, "gain", trial.gain());
    put(json, "gain_", trial.interval());
    ArrayNode changes = json.putArray("changes");
    for (MapTrial.Change change : trial.changes()) {
      ObjectNode node = changes.addObject().put("name", change.name());
      put(node, "as_predicted", change.before());
      put(node, "recalibrated", change.after());
    }
    json.set("map", MapJson.tree(trial.map()));
    return json;
  }

  private static ObjectNode of(Waiting waiting) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rows", waiting.rows())
        .put("from", Instant.ofEpochMilli(waiting.from()).toString())
        .put("to", Instant.ofEpochMilli(waiting.to()).toString());
    ObjectNode scores = json.putObject("scores");
    for (ExpectedLoss loss : waiting.losses()) {
      ObjectNode node = scores.putObject(loss.score().name().toLowerCase(Locale.ROOT));
      put(node, "labelled", loss.before());
      loss.abstention()
          .ifPresentOrElse(
              reason -> node.put("abstention", reason.name().toLowerCase(Locale.ROOT)),
              () -> {
                put(node, "value", loss.estimate());
                put(node, "", loss.interval());
              });
    }
    return json;
  }

  private static ObjectNode of(ChunkShift chunk) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("chunk", chunk.name()).put("rows", chunk.rows());
    Drift drift = chunk.drift();
    drift.shift().ifPresent(test -> put(json, "predictions_p_value", test.pValue()));
    drift.distance().ifPresent(distance -> put(json, "predictions_distance", distance));
    drift.labels().ifPresent(labels -> put(json, "labels_p_value", labels.pValue()));
    ObjectNode features = json.putObject("features");
    drift.features().map(FeatureShift::features).orElse(List.of()).stream()
        .sorted(Comparator.comparing(FeatureDrift::name))
        .forEach(
            feature -> {
              ObjectNode one = features.putObject(feature.name());
              put(one, "p_value", feature.pValue());
              put(one, "distance", feature.displacement().distance());
              put(one, "missing", feature.missing());
            });
    ArrayNode words = json.putArray("words");
    chunk.words().forEach(words::add);
    return json;
  }

  private static ObjectNode of(ChunkReport chunk) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("chunk", chunk.name())
        .put("start", chunk.start())
        .put("labels", chunk.labels())
        .put("finding", chunk.finding().name().toLowerCase(Locale.ROOT));
    put(json, "log10_e_beyond", chunk.logE() / LOG_10);
    json.set("measures", of(chunk.measures()));
    return json;
  }

  private static ObjectNode of(SeriesReport series) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("segment", series.segment())
        .put("labels", series.labels())
        .put("finding", series.finding().name().toLowerCase(Locale.ROOT))
        .put("sentence", series.sentence())
        .put("climatology", series.climatology());
    put(json, "p", series.pValue());
    put(json, "log10_e", series.logE() / LOG_10);
    put(json, "log10_e_beyond", series.logEBeyond() / LOG_10);
    json.put("recalibration", series.recalibration());
    put(json, "gain", series.gains().found());
    put(json, "detectable_gain", series.gains().detectable());
    put(json, "tolerable_gain", series.gains().tolerable());
    json.set("measures", of(series.measures()));
    ObjectNode diagrams = json.putObject("diagrams");
    put(diagrams, "top_label", series.diagrams().topLabel());
    put(diagrams, "class_one", series.diagrams().classOne());
    List<ReliabilityDiagram> ofClasses = series.diagrams().ofClasses();
    for (int k = 0; k < ofClasses.size(); k++) {
      put(diagrams.withObject("/classes"), Integer.toString(k), ofClasses.get(k));
    }
    put(diagrams, series.diagrams().corp());
    UniformHistogram pit = series.diagrams().pit();
    if (pit != null) {
      ObjectNode node = diagrams.putObject("pit");
      ArrayNode counts = node.putArray("counts");
      pit.counts().forEach(counts::add);
      put(node, "", pit.band());
    }
    return json;
  }

  private static ObjectNode of(List<Measure> measures) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (Measure measure : measures) {
      ObjectNode node = json.putObject(measure.quantity().key());
      put(node, "value", measure.value());
      put(node, "", measure.interval());
      put(node, "calibrated_", measure.ifCalibrated());
      Double p = measure.pValue();
      if (p != null) {
        put(node, "p", p);
      }
      node.put("n", measure.n());
    }
    return json;
  }

  private static void put(ObjectNode json, String name, @Nullable ReliabilityDiagram diagram) {
    if (diagram == null) {
      return;
    }
    ArrayNode bins = json.putArray(name);
    for (int k = 0; k < diagram.bins().size(); k++) {
      ObjectNode bin = bins.addObject().put("count", diagram.bins().get(k).count());
      put(bin, "from", diagram.bins().get(k).lower());
      put(bin, "to", diagram.bins().get(k).upper());
      put(bin, "confidence", diagram.bins().get(k).confidence());
      put(bin, "frequency", diagram.bins().get(k).frequency());
      put(bin, "calibrated_", diagram.bands().get(k));
    }
  }

  private static void put(ObjectNode json, @Nullable CorpDiagram diagram) {
    if (diagram == null) {
      return;
    }
    ArrayNode points = json.putArray("class_one_isotonic");
    for (CorpDiagram.Point one : diagram.points()) {
      ObjectNode point = points.addObject();
      put(point, "p", one.p());
      put(point, "frequency", one.frequency());
      put(point, "calibrated_", one.band());
    }
  }

  private static void put(ObjectNode json, String prefix, @Nullable Interval interval) {
    if (interval != null) {
      put(json, prefix + "lower", interval.lower());
      put(json, prefix + "upper", interval.upper());
    }
  }

  private static void put(ObjectNode json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, value);
    } else {
      json.putNull(name);
    }
  }
}
