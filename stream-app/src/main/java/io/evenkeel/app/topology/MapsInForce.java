package io.evenkeel.app.topology;

import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.PublishedMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The maps of whole versions that are in force, each read once: mutable, for one thread. */
final class MapsInForce {
  private final ReadOnlyKeyValueStore<String, PublishedMap> store;
  private final Map<String, Entry> known = new HashMap<>();

  /** Those of a store, by the keys of their series. */
  MapsInForce(ReadOnlyKeyValueStore<String, PublishedMap> store) {
    this.store = store;
  }

  /**
   * A map in force.
   *
   * @param published its record
   * @param map what it holds
   */
  record Entry(PublishedMap published, LearnedMap map) {}

  /**
   * The map of a version of a model; null without one.
   *
   * @throws IllegalArgumentException if this version of Evenkeel cannot read it
   */
  @Nullable Entry of(String model, String version) {
    String series = SeriesKey.whole(model, version).key();
    PublishedMap published = store.get(series);
    if (published == null) {
      known.remove(series);
      return null;
    }
    Entry last = known.get(series);
    if (last != null && last.published.equals(published)) {
      return last;
    }
    String json = Objects.requireNonNull(published.getMap(), "the store has maps in force only");
    Entry entry = new Entry(published, MapJson.read(json));
    // Of versions that nobody predicts with any more, too, what was withdrawn is forgotten.
    known.keySet().removeIf(other -> store.get(other) == null);
    known.put(series, entry);
    return entry;
  }
}
