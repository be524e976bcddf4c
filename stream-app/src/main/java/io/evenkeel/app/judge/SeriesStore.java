package io.evenkeel.app.judge;

import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What judging the series remembers: the door of its stores, where values become records. Monitors
 * change once a pane and are kept by themselves, so that a look writes little.
 *
 * @param series all but the monitors, by series
 * @param monitors their monitors
 */
record SeriesStore(
    KeyValueStore<String, SeriesState> series, KeyValueStore<String, MonitorState> monitors) {

  /** What is remembered of a series; null before its first pane. */
  @Nullable SeriesMemory get(SeriesKey key) {
    SeriesState state = series.get(key.key());
    return state == null ? null : read(key.key(), state);
  }

  private SeriesMemory read(String key, SeriesState state) {
    MonitorState monitor = monitors.get(key);
    return SeriesRecords.read(
        state,
        monitor == null ? SeriesRecords.toRecord(SeriesMonitor.State.NONE) : monitor);
  }

  /**
   * Remembers a series.
   *
   * @param before what was remembered; null if nothing
   */
  void put(SeriesKey key, SeriesMemory memory, @Nullable SeriesMemory before) {
    series.put(key.key(), SeriesRecords.toRecord(memory));
    if (before == null || !memory.monitor().equals(before.monitor())) {
      monitors.put(key.key(), SeriesRecords.toRecord(memory.monitor()));
    }
  }

  /** Forgets a series. */
  void delete(SeriesKey key) {
    series.delete(key.key());
    monitors.delete(key.key());
  }

  /** All series, those too of which nothing can be read. */
  List<SeriesKey> keys() {
    List<SeriesKey> keys = new ArrayList<>();
    Entries.keys(series.all(), key -> keys.add(SeriesKey.parse(key)));
    return keys;
  }

  /**
   * The series of a version that are not the whole of it, by their keys; those that cannot be read
   * are set aside when they are judged.
   */
  Map<SeriesKey, SeriesMemory> segments(SeriesKey whole) {
    Map<SeriesKey, SeriesMemory> found = new LinkedHashMap<>();
    Entries.forEach(
        series.prefixScan(whole.key(), new StringSerializer()),
        (key, state) -> found.put(SeriesKey.parse(key), read(key, state)),
        unreadable -> {});
    found.remove(whole);
    return found;
  }
}
