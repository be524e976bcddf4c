package io.evenkeel.app.metrics;

import io.evenkeel.app.metrics.Instrument.Kind;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * Mutable and safe for use by many threads: the values of every {@link Instrument} of one running
 * application.
 *
 * <p>Gauges are told to Prometheus when it asks, and are no meters: a series has ten, and a meter
 * takes half a kilobyte.
 */
public final class Metrics implements AutoCloseable {
  /** Events that cannot be used may invent any name. */
  private static final int MOST_REFUSED_MODELS = 1_000;

  private final Set<String> refusedModels = ConcurrentHashMap.newKeySet();
  private final PrometheusRegistry exported = new PrometheusRegistry();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, exported, Clock.SYSTEM);
  private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
  private final Map<Key, Level> gauges = new ConcurrentHashMap<>();
  private final Map<Key, Set<String>> firing = new ConcurrentHashMap<>();

  /** The gauges of each series, so that it is forgotten without a walk over all. */
  private final Map<List<String>, Set<Key>> ofSeries = new ConcurrentHashMap<>();

  private record Key(Instrument instrument, List<String> labels) {
    private static final List<String> SERIES = List.of("model", "version", "segment");

    /** Model, version and segment, if it is of a series. */
    Optional<List<String>> series() {
      int n = SERIES.size();
      boolean isOfSeries = labels.size() >= n && instrument.labels().subList(0, n).equals(SERIES);
      return isOfSeries ? Optional.of(List.copyOf(labels.subList(0, n))) : Optional.empty();
    }
  }

  /** What a gauge shows. */
  private static final class Level {
    private volatile double value;

    synchronized void raise(double other) {
      value = Math.max(value, other);
    }
  }

  /** Metrics without any value yet, but for counters without labels, which are zero. */
  public Metrics() {
    for (Instrument instrument : Instrument.values()) {
      if (instrument.kind() == Kind.COUNTER && instrument.labels().isEmpty()) {
        counter(key(instrument, Kind.COUNTER));
      }
    }
    MultiCollector levels = this::levels;
    exported.register(levels);
  }

  /** All gauges but those that are watched. */
  private MetricSnapshots levels() {
    Map<Instrument, GaugeSnapshot.Builder> all = new EnumMap<>(Instrument.class);
    gauges.forEach(
        (key, level) ->
            all.computeIfAbsent(key.instrument(), Metrics::snapshot)
                .dataPoint(
                    GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(key.instrument().labels(), key.labels()))
                        .value(level.value)
                        .build()));
    return new MetricSnapshots(all.values().stream().<MetricSnapshot>map(GaugeSnapshot.Builder::build).toList());
  }

  private static GaugeSnapshot.Builder snapshot(Instrument gauge) {
    return GaugeSnapshot.builder().name(gauge.exportedName()).help(gauge.help());
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
   * Counts one more dead letter. After a thousand models, those of further ones are counted as if
   * their model were not known.
   *
   * @param reason code of the reason
   * @param model the name of its model; empty if it is not known
   */
  public void refused(String reason, String model) {
    boolean isCounted =
        model.isEmpty()
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
    Key key = key(gauge, Kind.GAUGE);
    Gauge.builder(gauge.exportedName(), value::getAsDouble)
        .description(gauge.help())
        .tags(tags(key))
        .register(registry);
  }

  /**
   * The value, 0 when it was never touched.
   *
   * @param labels values of the labels of the instrument, in their order
   */
  public double value(Instrument instrument, String... labels) {
    Key key = key(instrument, instrument.kind(), labels);
    if (instrument.kind() == Kind.COUNTER) {
      Counter counter = counters.get(key);
      return counter == null ? 0 : counter.count();
    }
    Level level = gauges.get(key);
    return level == null ? 0 : level.value;
  }

  /** The values of an instrument, by the values of its labels; O(all values of its kind). */
  public Map<List<String>, Double> values(Instrument instrument) {
    Map<List<String>, Double> values = new HashMap<>();
    if (instrument.kind() == Kind.COUNTER) {
      counters.forEach((key, counter) -> put(values, instrument, key, counter.count()));
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
   * Tells whether a problem is firing. Telling it again changes nothing.
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
    Set<Key> keys = ofSeries.remove(List.of(model, version, segment));
    if (keys != null) {
      keys.forEach(gauges::remove);
    }
  }

  /** Adds meters of a library, for example those of Kafka Streams. */
  public void bind(MeterBinder binder) {
    binder.bindTo(registry);
  }

  /** Everything in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }

  private Counter counter(Key key) {
    return counters.computeIfAbsent(
        key,
        absent ->
            Counter.builder(key.instrument().exportedName())
                .description(key.instrument().help())
                .tags(tags(key))
                .register(registry));
  }

  private Level level(Key key) {
    return gauges.computeIfAbsent(
        key,
        absent -> {
          key.series()
              .ifPresent(
                  series ->
                      ofSeries
                          .computeIfAbsent(series, first -> ConcurrentHashMap.newKeySet())
                          .add(key));
          return new Level();
        });
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

  private static Tags tags(Key key) {
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < key.labels().size(); i++) {
      tags.add(Tag.of(key.instrument().labels().get(i), key.labels().get(i)));
    }
    return Tags.of(tags);
  }
}
