package io.evenkeel.app.metrics;

import io.evenkeel.app.metrics.Instrument.Kind;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * Mutable and safe for use by many threads: the values of every {@link Instrument} of one running
 * application, and what libraries report of themselves, for Prometheus to read.
 *
 * <p>A series has ten gauges: what a value takes counts.
 */
public final class Metrics {
  /** Events that cannot be used may invent any name. */
  private static final int MOST_REFUSED_MODELS = 1_000;

  private final Set<String> refusedModels = ConcurrentHashMap.newKeySet();
  private final Set<String> expectedModels = ConcurrentHashMap.newKeySet();
  private final Map<Key, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<Key, Level> gauges = new ConcurrentHashMap<>();
  private final Map<Instrument, DoubleSupplier> watched = new ConcurrentHashMap<>();
  private final List<MultiCollector> libraries = new CopyOnWriteArrayList<>();
  private final Map<Key, Set<String>> firing = new ConcurrentHashMap<>();

  /**
   * The values of each series and of each model, so that it is forgotten without a walk over all.
   */
  private final Map<List<String>, Set<Key>> owned = new ConcurrentHashMap<>();

  private record Key(Instrument instrument, List<String> labels) {
    private static final List<String> SERIES = List.of("model", "version", "segment");

    /** Model, version and segment if it is of a series, the model if it is of a model. */
    Optional<List<String>> owner() {
      int n = SERIES.size();
      if (labels.size() >= n && instrument.labels().subList(0, n).equals(SERIES)) {
        return Optional.of(List.copyOf(labels.subList(0, n)));
      }
      int model = instrument.labels().indexOf(SERIES.get(0));
      return model < 0 ? Optional.empty() : Optional.of(List.of(labels.get(model)));
    }

    Labels toLabels() {
      return Labels.of(instrument.labels(), labels);
    }
  }

  /** What a gauge shows. */
  private static final class Level {
    private volatile double value;
    private long time = Long.MIN_VALUE;

    synchronized void raise(double other) {
      value = Math.max(value, other);
    }

    synchronized void set(double other, long at) {
      boolean isAnotherShown = time != Long.MIN_VALUE && time != at;
      if (Double.isNaN(other)) {
        if (!isAnotherShown) {
          value = other;
          time = Long.MIN_VALUE;
        }
      } else if (at >= time) {
        value = other;
        time = at;
      }
    }
  }

  /** Metrics without any value yet, but for counters without labels, which are zero. */
  public Metrics() {
    for (Instrument instrument : Instrument.values()) {
      if (instrument.kind() == Kind.COUNTER && instrument.labels().isEmpty()) {
        counter(key(instrument, Kind.COUNTER));
      }
    }
  }

  /**
   * Counts one more.
   *
   * @param counter an instrument that only grows
   * @param labels values of its labels, in their order
   */
  public void count(Instrument counter, String... labels) {
    counter(key(counter, Kind.COUNTER, labels)).increment();
  }

  /**
   * Names models whose dead letters always count by name, and whose predictions and labels count
   * from zero: a counter that begins with what came first has not grown, for Prometheus.
   */
  public void expect(Collection<String> models) {
    expectedModels.addAll(models);
    for (String model : models) {
      counter(key(Instrument.PREDICTIONS, Kind.COUNTER, model));
      counter(key(Instrument.LABELS, Kind.COUNTER, model));
    }
  }

  /**
   * Counts one more dead letter: by the name of its model if that is expected or has had a
   * prediction, and of a thousand others. After that, those of further ones are counted as if their
   * model were not known.
   *
   * @param reason code of the reason
   * @param model the name of its model; empty if it is not known
   */
  public void refused(String reason, String model) {
    boolean isCounted =
        model.isEmpty()
            || expectedModels.contains(model)
            || counters.containsKey(key(Instrument.PREDICTIONS, Kind.COUNTER, model))
            || refusedModels.contains(model)
            || (refusedModels.size() < MOST_REFUSED_MODELS && refusedModels.add(model));
    count(Instrument.DEAD_LETTERS, reason, isCounted ? model : "");
  }

  /**
   * Replaces a value.
   *
   * @param gauge an instrument that goes up and down
   * @param value the newest value; NaN when there is none
   * @param labels values of its labels, in their order
   */
  public void set(Instrument gauge, double value, String... labels) {
    level(key(gauge, Kind.GAUGE, labels)).value = value;
  }

  /**
   * Replaces a value that is of the same time or an earlier one. Where there is none, only that of
   * the same time goes: so that what stays is the value of the latest time that has one.
   *
   * @param gauge an instrument that goes up and down
   * @param value the value; NaN when there is none
   * @param at what it is of
   * @param labels values of its labels, in their order
   */
  public void set(Instrument gauge, double value, Instant at, String... labels) {
    level(key(gauge, Kind.GAUGE, labels)).set(value, at.toEpochMilli());
  }

  /**
   * Replaces a value by a larger one; a smaller one changes nothing.
   *
   * @param gauge an instrument that goes up and down
   * @param labels values of its labels, in their order
   */
  public void raise(Instrument gauge, double value, String... labels) {
    level(key(gauge, Kind.GAUGE, labels)).raise(value);
  }

  /**
   * Has a gauge show what a supplier says whenever it is looked at.
   *
   * @param gauge an instrument that goes up and down, without labels
   */
  public void watch(Instrument gauge, DoubleSupplier value) {
    watched.put(key(gauge, Kind.GAUGE).instrument(), value);
  }

  /**
   * The value, 0 when it was never touched.
   *
   * @param labels values of the labels of the instrument, in their order
   */
  public double value(Instrument instrument, String... labels) {
    Key key = key(instrument, instrument.kind(), labels);
    if (instrument.kind() == Kind.COUNTER) {
      LongAdder counter = counters.get(key);
      return counter == null ? 0 : counter.sum();
    }
    Level level = gauges.get(key);
    return level == null ? 0 : level.value;
  }

  /** The values of an instrument, by the values of its labels; O(all values of its kind). */
  public Map<List<String>, Double> values(Instrument instrument) {
    Map<List<String>, Double> values = new HashMap<>();
    if (instrument.kind() == Kind.COUNTER) {
      counters.forEach((key, counter) -> put(values, instrument, key, counter.doubleValue()));
    } else {
      gauges.forEach((key, level) -> put(values, instrument, key, level.value));
    }
    return values;
  }

  private static void put(
      Map<List<String>, Double> values, Instrument instrument, Key key, double value) {
    if (key.instrument() == instrument) {
      values.put(key.labels(), value);
    }
  }

  /**
   * Sets whether a problem is firing. Setting it again changes nothing.
   *
   * @param about model, rule and severity
   * @param fingerprint identity of the alert
   */
  public void alert(List<String> about, String fingerprint, boolean isFiring) {
    Key key = key(Instrument.ALERTS_FIRING, Kind.GAUGE, about.toArray(String[]::new));
    firing.compute(
        key,
        (same, known) -> {
          Set<String> fingerprints = known == null ? ConcurrentHashMap.newKeySet() : known;
          if (isFiring) {
            fingerprints.add(fingerprint);
          } else {
            fingerprints.remove(fingerprint);
          }
          level(key).value = fingerprints.size();
          return fingerprints;
        });
  }

  /** Removes the gauges of a series, when another instance takes it over. */
  public void forget(String model, String version, String segment) {
    Set<Key> keys = owned.remove(List.of(model, version, segment));
    if (keys != null) {
      keys.forEach(gauges::remove);
    }
  }

  /**
   * Removes the values of a model that is no longer used, except those of alerts that still fire.
   * If it is used again, its counters begin at zero, as after a restart.
   */
  public void forget(String model) {
    Set<Key> keys = owned.remove(List.of(model));
    if (keys != null) {
      keys.forEach(this::forget);
    }
    refusedModels.remove(model);
  }

  private void forget(Key key) {
    counters.remove(key);
    if (firing.computeIfPresent(key, (same, known) -> known.isEmpty() ? null : known) == null) {
      gauges.remove(key);
    } else {
      own(key);
    }
  }

  /** Adds the metrics of a library, for example Kafka Streams. */
  public void add(MultiCollector library) {
    libraries.add(library);
  }

  /** Everything in Prometheus' text format. */
  public String scrape() {
    List<MetricSnapshot> all = new ArrayList<>(counts());
    all.addAll(levels());
    libraries.forEach(library -> library.collect().forEach(all::add));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create()
          .write(text, new MetricSnapshots(all), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private List<CounterSnapshot> counts() {
    Map<Instrument, CounterSnapshot.Builder> all = new EnumMap<>(Instrument.class);
    counters.forEach(
        (key, counter) ->
            all.computeIfAbsent(
                    key.instrument(),
                    instrument ->
                        CounterSnapshot.builder()
                            .name(instrument.exportedName())
                            .help(instrument.help()))
                .dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(key.toLabels())
                        .value(counter.doubleValue())
                        .build()));
    return all.values().stream().map(CounterSnapshot.Builder::build).toList();
  }

  private List<GaugeSnapshot> levels() {
    Map<Instrument, GaugeSnapshot.Builder> all = new EnumMap<>(Instrument.class);
    gauges.forEach((key, level) -> add(all, key, level.value));
    watched.forEach((gauge, value) -> add(all, new Key(gauge, List.of()), now(value)));
    return all.values().stream().map(GaugeSnapshot.Builder::build).toList();
  }

  /** NaN where it is not known: all others are. */
  private static double now(DoubleSupplier value) {
    try {
      return value.getAsDouble();
    } catch (RuntimeException e) {
      return Double.NaN;
    }
  }

  private static void add(Map<Instrument, GaugeSnapshot.Builder> all, Key key, double value) {
    all.computeIfAbsent(
            key.instrument(),
            instrument ->
                GaugeSnapshot.builder().name(instrument.exportedName()).help(instrument.help()))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(key.toLabels()).value(value).build());
  }

  private LongAdder counter(Key key) {
    return counters.computeIfAbsent(
        key,
        absent -> {
          own(key);
          return new LongAdder();
        });
  }

  private Level level(Key key) {
    return gauges.computeIfAbsent(
        key,
        absent -> {
          own(key);
          return new Level();
        });
  }

  private void own(Key key) {
    key.owner()
        .ifPresent(
            owner -> owned.computeIfAbsent(owner, first -> ConcurrentHashMap.newKeySet()).add(key));
  }

  private static Key key(Instrument instrument, Kind kind, String... labels) {
    if (instrument.kind() != kind) {
      throw new IllegalArgumentException(instrument + " is no " + kind);
    }
    if (labels.length != instrument.labels().size()) {
      throw new IllegalArgumentException(
          instrument
              + " needs a value for each of "
              + instrument.labels()
              + ", got "
              + List.of(labels));
    }
    return new Key(instrument, List.of(labels));
  }
}
