package io.evenkeel.app.explain;

import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.judge.MapReplay.Step;
import io.evenkeel.app.oncall.MapTable;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.PublishedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A published map explained.
 *
 * @param then the record, and what it was decided with
 * @param verdict key and revision of the verdict that it was decided with, joined by #
 * @param again the same, made again
 * @param agreement of the two
 */
public record MapExplanation(
    MapReplay.Then then, String verdict, MapReplay again, Agreement agreement) {

  /** The series whose predictions the map recalibrates. */
  SeriesKey series() {
    PublishedMap map = then.published();
    return new SeriesKey(map.getModel(), map.getVersion(), map.getSegment());
  }

  /** Why the map was published or withdrawn, a sentence or two per line. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    reasons.add(proof());
    PublishedMap map = then.published();
    if (map.getMap() != null) {
      reasons.add(learned(map.getMap()));
    }
    reasons.add(saved(map));
    if (map.getMap() == null) {
      reasons.add(withdrawn());
    }
    return reasons;
  }

  private String proof() {
    List<Step> labelled = again.steps().stream().filter(step -> step.labelled() > 0).toList();
    String rests =
        String.format(
            Locale.ROOT,
            "Proof: %,d labels of %,d panes since %s.",
            labelled.stream().mapToLong(Step::labelled).sum(),
            labelled.size(),
            Times.minute(then.since()));
    String now = Numbers.eValue(then.published().getLogEvidence());
    return rests
        + again
            .proven()
            .map(
                step ->
                    " Proven by the pane of "
                        + Times.minute(step.start())
                        + ", with an e-value of "
                        + Numbers.eValue(step.logE())
                        + ", of which 20 is needed; when this was decided it was "
                        + now
                        + ".")
            .orElse(" The e-value, of which 20 is needed, was " + now + ".");
  }

  private static String learned(String json) {
    Map<String, @Nullable Object> map = MapFields.of(json);
    return String.format(
        Locale.ROOT,
        "Learned: from %,.0f labels, by which it saves %s nats per label. Those of older panes may"
            + " count less.",
        number(map, "map_labels"),
        MapTable.gain(
            number(map, "map_gain_mean"),
            number(map, "map_gain_lower"),
            number(map, "map_gain_upper")));
  }

  private static @Nullable Double number(Map<String, @Nullable Object> map, String name) {
    return map.get(name) instanceof Double number ? number : null;
  }

  private static String saved(PublishedMap map) {
    return map.getGain() == null
        ? "Would have saved: not known, as no labels had come since the first map."
        : String.format(
            Locale.ROOT,
            "Would have saved: %s nats per label, on %,d labels since the first map. No map had"
                + " learned from the labels that judge it.",
            MapTable.gain(map.getGain(), map.getGainLower(), map.getGainUpper()),
            map.getLaterLabels());
  }

  /** Why there is none, with the numbers that decide it. */
  private String withdrawn() {
    StringBuilder why = new StringBuilder("Withdrawn: ");
    why.append(then.published().getWords().replaceFirst("^no map: ", "")).append('.');
    if (!again.steps().isEmpty()) {
      why.append(" Among all maps, to leave predictions as they are has the weight ")
          .append(Numbers.plain(again.steps().get(again.steps().size() - 1).weightOfNone()))
          .append(": above 0.9, a map is withdrawn, and below 0.1 used again.");
    }
    double coverage = then.verdict().getCoverage();
    if (!Double.isNaN(coverage)) {
      why.append(" Of the predictions of the newest window, ")
          .append(Numbers.percent(coverage))
          .append(" had a label: below 80 %, no map is used.");
    }
    return why.toString();
  }
}
