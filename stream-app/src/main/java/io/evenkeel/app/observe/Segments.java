package io.evenkeel.app.observe;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The segments of predictions: mutable.
 *
 * <p>A version of a model has no more segments than its limit; predictions of further ones are
 * counted in one series of all others. What is known of segments that other partitions have let in
 * comes from a topic, so for a moment there may be a few more.
 */
final class Segments {
  private static final List<String> WHOLE = List.of("");

  private final ReadOnlyKeyValueStore<String, ActiveSeries> active;
  private final Predicate<String> counted;
  private final Map<String, Inside> known = new HashMap<>();

  /**
   * @param active the series that are being judged, of all instances
   * @param counted the segments that are counted; predictions are of no other
   */
  Segments(ReadOnlyKeyValueStore<String, ActiveSeries> active, Predicate<String> counted) {
    this.active = active;
    this.counted = counted;
  }

  /** The segments that count the prediction; the first one is the whole model. */
  List<String> of(PredictionEvent event, ModelSettings settings) {
    if (settings.segments().isEmpty()) {
      return counted.test("") ? WHOLE : List.of();
    }
    Set<String> segments = new LinkedHashSet<>();
    segments.add("");
    for (String combination : settings.segments()) {
      String segment = SegmentName.of(combination, event.segments());
      if (segment != null) {
        SeriesKey series = new SeriesKey(event.model(), event.version(), segment);
        segments.add(letsIn(series, settings.segmentLimit()) ? segment : SegmentName.OTHERS);
      }
    }
    return segments.stream().filter(counted).toList();
  }

  /** Forgets the segments of a version of a model. */
  void forget(String modelKey) {
    known.remove(modelKey);
  }

  /** Lets segments that were forgotten make room: called once in a while. */
  void refresh() {
    for (Inside inside : known.values()) {
      inside.full = false;
      Set<SeriesKey> arrived = new HashSet<>(inside.let);
      arrived.removeIf(series -> active.get(series.key()) == null);
      inside.arrived(arrived);
    }
  }

  private boolean letsIn(SeriesKey series, int limit) {
    Inside inside = known.computeIfAbsent(series.modelKey(), key -> new Inside(active(key)));
    if (inside.holds(series)) {
      return true;
    }
    if (!inside.full && inside.size() >= limit) {
      inside.active = active(series.modelKey());
      inside.let.removeIf(one -> inside.active.contains(one.segment()));
      inside.full = inside.size() >= limit;
    }
    if (inside.size() >= limit && active.get(series.key()) == null) {
      return false;
    }
    inside.let.add(series);
    return true;
  }

  /** The segments of one version of a model. */
  private static final class Inside {
    /** Those that were active when this was last looked up, in any partition. */
    private Set<String> active;

    /** Those that this partition let in and that have not been seen to be active. */
    private final Set<SeriesKey> let = new HashSet<>();

    /** Whether there was no room when this was last looked up, lately. */
    private boolean full;

    private Inside(Set<String> active) {
      this.active = active;
    }

    private boolean holds(SeriesKey series) {
      return active.contains(series.segment()) || let.contains(series);
    }

    /** Of these the topic says from now on whether they are active. */
    private void arrived(Set<SeriesKey> series) {
      let.removeAll(series);
      series.forEach(one -> active.add(one.segment()));
    }

    private int size() {
      return active.size() + let.size();
    }
  }

  private Set<String> active(String modelKey) {
    Set<String> segments = new HashSet<>();
    try (KeyValueIterator<String, ActiveSeries> all =
        active.prefixScan(modelKey + '|', new StringSerializer())) {
      all.forEachRemaining(entry -> segments.add(SeriesKey.parse(entry.key).segment()));
    }
    segments.removeAll(Set.of("", SegmentName.OTHERS));
    return segments;
  }
}
