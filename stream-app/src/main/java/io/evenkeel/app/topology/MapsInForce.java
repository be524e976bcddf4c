package io.evenkeel.app.topology;

import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The maps that are in force: those that are given for a model, and published ones of whole
 * versions, each read once. Mutable, for one thread.
 */
final class MapsInForce {
  private final ReadOnlyKeyValueStore<String, PublishedMap> store;
  private final Map<String, Entry> given = new HashMap<>();
  private final Map<String, Known> known = new HashMap<>();

  /**
   * No map was read yet.
   *
   * @param store the published ones, by the keys of their series
   * @param given by the names of their models
   */
  MapsInForce(ReadOnlyKeyValueStore<String, PublishedMap> store, Map<String, LearnedMap> given) {
    this.store = store;
    given.forEach(
        (model, map) -> this.given.put(model, new Entry(map, map.map().describe(), map.to())));
  }

  private record Known(PublishedMap published, Entry entry) {}

  /**
   * A map in force.
   *
   * @param map the map
   * @param words what it does
   * @param decided when it was decided, or when the last prediction was made that a given one was
   *     learned from
   */
  record Entry(LearnedMap map, String words, Instant decided) {}

  /**
   * The map of a version of a model; null without one.
   *
   * @throws IllegalArgumentException if this version of Evenkeel cannot read it
   */
  @Nullable Entry of(String model, String version) {
    Entry ofModel = given.get(model);
    if (ofModel != null) {
      return ofModel;
    }
    String series = SeriesKey.whole(model, version).key();
    PublishedMap published = store.get(series);
    if (published == null) {
      known.remove(series);
      return null;
    }
    Known last = known.get(series);
    if (last != null && last.published.equals(published)) {
      return last.entry;
    }
    String json = Objects.requireNonNull(published.getMap(), "the store has maps in force only");
    Entry entry = new Entry(MapJson.read(json), published.getWords(), published.getUpdatedAt());
    // Of versions that nobody predicts with any more, too, what was withdrawn is forgotten.
    known.keySet().removeIf(other -> store.get(other) == null);
    known.put(series, new Known(published, entry));
    return entry;
  }
}
