package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What judging the series remembers: the door of its stores, where values become records. Monitors
 * change once a pane and are kept by themselves, so that a look writes little. Mutable.
 */
final class SeriesStore {
  private final KeyValueStore<String, SeriesState> series;
  private final KeyValueStore<String, MonitorState> monitors;
  private final KeyValueStore<String, double[]> drift;

  /** Of series that have not changed since: it is asked for with each pane that is received. */
  private final Map<SeriesKey, Long> keptFrom = new HashMap<>();

  /**
   * The stores.
   *
   * @param series all but the monitors, by series
   * @param monitors their monitors
   * @param drift where the monitors of drift stand, by series and rule, and what each compares
   *     with; and from what scores are foretold, by series
   */
  SeriesStore(
      KeyValueStore<String, SeriesState> series,
      KeyValueStore<String, MonitorState> monitors,
      KeyValueStore<String, double[]> drift) {
    this.series = series;
    this.monitors = monitors;
    this.drift = drift;
  }

  /**
   * Panes that start before this are no longer kept, milliseconds since 1970. A series of which
   * nothing is remembered begins.
   */
  long keptFrom(SeriesKey key, ModelSettings settings) {
    Long known = keptFrom.get(key);
    if (known == null) {
      known = begun(key).keptFrom(settings);
      keptFrom.put(key, known);
    }
    return known;
  }

  private SeriesMemory begun(SeriesKey key) {
    SeriesMemory known = get(key);
    if (known != null) {
      return known;
    }
    put(key, SeriesMemory.NONE, null);
    return SeriesMemory.NONE;
  }

  /** What is remembered of a series; null before its first pane. */
  @Nullable SeriesMemory get(SeriesKey key) {
    SeriesState state = series.get(key.key());
    return state == null ? null : read(key.key(), state, drift(key), expected(key));
  }

  private ExpectedScores.State expected(SeriesKey key) {
    double[] state = drift.get(expectedScores(key));
    return state == null ? ExpectedScores.State.NONE : ExpectedScores.State.of(state);
  }

  private static String expectedScores(SeriesKey key) {
    return key.panePrefix() + "expected-scores";
  }

  private SeriesMemory read(
      String key,
      SeriesState state,
      Map<Rule, DriftMonitor.State> monitorsOfDrift,
      ExpectedScores.State expected) {
    MonitorState monitor = monitors.get(key);
    return SeriesRecords.read(
        state,
        monitor == null ? SeriesRecords.toRecord(SeriesMonitor.State.NONE) : monitor,
        monitorsOfDrift,
        expected);
  }

  private Map<Rule, DriftMonitor.State> drift(SeriesKey key) {
    Map<Rule, DriftMonitor.State> found = new EnumMap<>(Rule.class);
    for (Rule rule : DriftWalk.RULES) {
      double[] state = drift.get(entry(key, rule));
      if (state != null) {
        double[] reference = drift.get(reference(key, rule));
        found.put(
            rule, DriftMonitor.State.of(state, reference == null ? new double[0] : reference));
      }
    }
    return found;
  }

  private static String entry(SeriesKey key, Rule rule) {
    return key.panePrefix() + rule.key();
  }

  /** What a rule compares with changes seldom, and is written only then. */
  private static String reference(SeriesKey key, Rule rule) {
    return entry(key, rule) + "-reference";
  }

  private void put(SeriesKey key, Rule rule, SeriesMemory memory, @Nullable SeriesMemory before) {
    DriftMonitor.State now = memory.drift().get(rule);
    DriftMonitor.State last = before == null ? null : before.drift().get(rule);
    if (Objects.equals(now, last)) {
      return;
    }
    drift.put(entry(key, rule), now == null ? null : now.toArray());
    Doubles reference = now == null ? Doubles.NONE : now.reference();
    if (!reference.equals(last == null ? Doubles.NONE : last.reference())) {
      drift.put(reference(key, rule), reference.isEmpty() ? null : reference.toArray());
    }
  }

  /**
   * Remembers a series.
   *
   * @param before what was remembered; null if nothing
   */
  void put(SeriesKey key, SeriesMemory memory, @Nullable SeriesMemory before) {
    keptFrom.remove(key);
    series.put(key.key(), SeriesRecords.toRecord(memory));
    if (before == null || !memory.monitor().equals(before.monitor())) {
      monitors.put(key.key(), SeriesRecords.toRecord(memory.monitor()));
    }
    DriftWalk.RULES.forEach(rule -> put(key, rule, memory, before));
    ExpectedScores.State none = ExpectedScores.State.NONE;
    if (!memory.expected().equals(before == null ? none : before.expected())) {
      boolean isNone = memory.expected().equals(none);
      drift.put(expectedScores(key), isNone ? null : memory.expected().toArray());
    }
  }

  /** Forgets a series. Unlike delete, put does not read what is there, which may be unreadable. */
  void delete(SeriesKey key) {
    keptFrom.remove(key);
    series.put(key.key(), null);
    monitors.put(key.key(), null);
    DriftWalk.RULES.forEach(
        rule -> {
          drift.put(entry(key, rule), null);
          drift.put(reference(key, rule), null);
        });
    drift.put(expectedScores(key), null);
  }

  /** All series, those too of which nothing can be read. */
  List<SeriesKey> keys() {
    List<SeriesKey> keys = new ArrayList<>();
    Entries.keys(series.all(), key -> keys.add(SeriesKey.parse(key)));
    return keys;
  }

  /**
   * The series of a version that are not the whole of it, by their keys, without their monitors of
   * drift and expected scores; those that cannot be read are set aside when they are judged.
   */
  Map<SeriesKey, SeriesMemory> segments(SeriesKey whole) {
    Map<SeriesKey, SeriesMemory> found = new LinkedHashMap<>();
    Entries.forEach(
        series.prefixScan(whole.key(), new StringSerializer()),
        (key, state) ->
            found.put(SeriesKey.parse(key), read(key, state, Map.of(), ExpectedScores.State.NONE)),
        unreadable -> {});
    found.remove(whole);
    return found;
  }
}
