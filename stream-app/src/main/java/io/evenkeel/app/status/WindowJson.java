package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.core.evidence.PitFit;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDiagrams;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Windows as JSON, with what is drawn of them. */
final class WindowJson {
  private WindowJson() {}

  /** Without the names of the series, which says them once. */
  static ObjectNode withoutSeries(ObjectNode node) {
    node.remove(List.of("model", "version", "segment"));
    return node;
  }

  /**
   * A window, with all fields of its verdict.
   *
   * @param classes how the classes of its model are named
   */
  static ObjectNode of(JudgedWindow window, ClassNames classes) {
    Verdict verdict = window.verdict();
    ObjectNode node = withoutSeries(Json.of(verdict));
    draw(node, verdict.getDiagrams(), verdict.getLabelled(), classes);
    ArrayNode changes = node.putArray("changes");
    for (JudgedWindow.Change change : window.changes()) {
      changes
          .addObject()
          .put("revision", change.revision())
          .put("status", change.status().name())
          .put("finding", change.finding().name())
          .put("labelled", change.labelled());
    }
    return node;
  }

  /**
   * A sum of windows: those fields of a verdict that add up.
   *
   * @param classes how the classes of their model are named
   */
  static ObjectNode of(WindowSum sum, ClassNames classes) {
    List<Verdict> verdicts = sum.verdicts();
    long predictions = sum.total(Verdict::getPredictions);
    long labelled = sum.total(Verdict::getLabelled);
    ObjectNode node =
        Json.object()
            .put("window_start", verdicts.get(0).getWindowStart().toString())
            .put("window_end", verdicts.get(verdicts.size() - 1).getWindowEnd().toString())
            .put("windows", verdicts.size())
            .put("left_out", sum.leftOut())
            .put("predictions", predictions)
            .put("labelled", labelled);
    node.set("coverage", Json.of((double) labelled / predictions));
    node.put("late", sum.total(Verdict::getLate));
    node.set("scores", Json.of((Object) sum.scores()));
    node.set("diagrams", null);
    draw(node, sum.diagrams(), labelled, classes);
    return node;
  }

  private static void draw(
      ObjectNode node, @Nullable VerdictDiagrams diagrams, long labelled, ClassNames classes) {
    if (diagrams != null) {
      node.set("diagrams", drawn(diagrams, classes));
      ObservedShare.of(diagrams, labelled)
          .ifPresent(share -> node.set("observed", observed(share)));
    }
  }

  private static ObjectNode observed(ObservedShare observed) {
    return Json.object()
        .put("kind", observed.kind().name().toLowerCase(Locale.ROOT))
        .put("share", observed.share())
        .put("lower", observed.lower())
        .put("upper", observed.upper())
        .put("expected", observed.expected());
  }

  /**
   * The diagrams, with where they are 19 times of 20 if the model is calibrated, what the event is
   * that those of class 1 show, and the density that the PIT histogram shows.
   */
  private static ObjectNode drawn(VerdictDiagrams diagrams, ClassNames classes) {
    ObjectNode node = Json.of(diagrams);
    if (diagrams.getReliabilityCounts() != null) {
      node.set(
          "reliability_bands",
          Json.of(
              ConsistencyBands.ofFrequencies(
                  diagrams.getReliabilityCounts(), diagrams.getReliabilityConfidences())));
    }
    if (diagrams.getEventCounts() != null) {
      node.put("event", classes.name(1));
      node.set(
          "event_bands",
          Json.of(
              ConsistencyBands.ofFrequencies(
                  diagrams.getEventCounts(), diagrams.getEventProbabilities())));
    }
    if (diagrams.getPitCounts() != null) {
      List<Long> counts = diagrams.getPitCounts();
      node.set("pit_band", Json.of(ConsistencyBands.ofUniformCounts(counts)));
      double[] fitted = PitFit.densities(counts.stream().mapToLong(Long::longValue).toArray());
      node.set("pit_fitted", Json.of(Arrays.stream(fitted).boxed().toList()));
    }
    return node;
  }
}
