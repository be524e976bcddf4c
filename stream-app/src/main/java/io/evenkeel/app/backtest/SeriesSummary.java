package io.evenkeel.app.backtest;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.PublishedMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a series.
 *
 * @param key model, version and segment, as keys of the topics have them
 * @param model name of the model
 * @param version version of the model
 * @param segment such as country=DE; empty for the whole model
 * @param predictions predictions that were counted
 * @param labelled of these, with a label in time
 * @param weight of these labels: as how many independent ones they count as evidence
 * @param tolerable the largest fault that raises no alert, in nats per label
 * @param windows number of windows, by what their newest verdict found
 * @param points the newest verdict of each window, in the order of time
 * @param logEvidence natural logarithm of the evidence that decides whether the series alerts, at
 *     the end; null if no window had any
 * @param logThreshold at or above which it does, at the end
 * @param deadLetters of a whole model: events of it that could not be used, by reason
 * @param maps what was published, in the order of time
 */
public record SeriesSummary(
    String key,
    String model,
    String version,
    String segment,
    long predictions,
    long labelled,
    double weight,
    double tolerable,
    Map<Finding, Long> windows,
    List<WindowPoint> points,
    @Nullable Double logEvidence,
    @Nullable Double logThreshold,
    SortedMap<String, Long> deadLetters,
    List<PublishedMap> maps) {

  /** The series in words. */
  String name() {
    return new SeriesKey(model, version, segment).inWords();
  }

  /** Whether an alert is about this series. */
  boolean isOf(Alert alert) {
    return alert.getModel().equals(model)
        && alert.getVersion().equals(version)
        && alert.getSegment().equals(segment);
  }
}
