package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Allowance;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The active series of all instances, among which the false-alarm budget is shared: mutable. It is
 * shared in event time: at a time among the series that had begun by then, so that a replay shares
 * it as the live run did.
 */
final class Fleet {
  private final ReadOnlyKeyValueStore<String, ActiveSeries> store;
  private final AppConfig config;
  private final LongSupplier changes;

  /** The weight of all series that had begun by a time, by the times at which one did. */
  private final TreeMap<Long, Double> totals = new TreeMap<>();

  /** When the series of this instance began, which may not have come back from the topic yet. */
  private final Map<SeriesKey, Long> begun = new HashMap<>();

  private long weighedAt = -1;

  /**
   * @param changes counts the changes of the store
   */
  Fleet(ReadOnlyKeyValueStore<String, ActiveSeries> store, AppConfig config, LongSupplier changes) {
    this.store = store;
    this.config = config;
    this.changes = changes;
  }

  /** Weighs all series once more if any has changed. */
  void weigh() {
    // Asked first: what changes meanwhile is weighed the next time.
    long now = changes.getAsLong();
    if (config.budget().falseAlarms().isEmpty() || now == weighedAt) {
      return;
    }
    weighedAt = now;
    totals.clear();
    try (KeyValueIterator<String, ActiveSeries> all = store.all()) {
      all.forEachRemaining(
          entry -> totals.merge(entry.value.getSince(), entry.value.getWeight(), Double::sum));
    }
    double total = 0;
    for (Map.Entry<Long, Double> begun : totals.entrySet()) {
      total += begun.getValue();
      begun.setValue(total);
    }
  }

  /**
   * The false alarms that a series may raise: its share of the budget, or alpha a period where the
   * model has a period of its own, or there is no budget.
   *
   * @param at event time, milliseconds since 1970
   */
  Allowance allowance(SeriesKey series, long at) {
    ModelSettings settings = config.model(series.model());
    EvidenceSettings evidence = settings.evidence();
    long step = settings.window().advance().toMillis();
    Duration period = evidence.period().orElse(config.budget().period());
    if (evidence.period().isPresent() || config.budget().falseAlarms().isEmpty()) {
      return new Allowance(evidence.alpha(), period.toMillis(), step, evidence.alpha());
    }
    double weight = evidence.weight();
    Map.Entry<Long, Double> total = totals.floorEntry(at);
    double others = total == null ? 0 : total.getValue();
    // Until a new series has come back from the topic it counts for itself.
    double all = store.get(series.key()) == null ? others + weight : Math.max(others, weight);
    return new Allowance(
        config.budget().falseAlarms().getAsDouble() * weight / all,
        period.toMillis(),
        step,
        evidence.alpha());
  }

  /**
   * What to publish of a series with a pane, if that is the earliest so far.
   *
   * @param start of the pane, milliseconds since 1970
   */
  Optional<ActiveSeries> begun(SeriesKey series, long start) {
    return start < since(series) ? Optional.of(publish(series, start)) : Optional.empty();
  }

  /** What to publish, by key, of those of the series that have another weight now. */
  Map<String, ActiveSeries> reweighed(Collection<SeriesKey> series) {
    Map<String, ActiveSeries> others = new HashMap<>();
    for (SeriesKey one : series) {
      ActiveSeries published = store.get(one.key());
      if (published != null && published.getWeight() != weight(one)) {
        others.put(one.key(), publish(one, since(one)));
      }
    }
    return others;
  }

  private ActiveSeries publish(SeriesKey series, long since) {
    begun.put(series, since);
    return new ActiveSeries(weight(series), since);
  }

  private long since(SeriesKey series) {
    return begun.computeIfAbsent(
        series,
        key -> {
          ActiveSeries published = store.get(key.key());
          return published == null ? Long.MAX_VALUE : published.getSince();
        });
  }

  /** Forgets a series, which may begin once more. */
  void forget(SeriesKey series) {
    begun.remove(series);
  }

  private double weight(SeriesKey series) {
    return config.model(series.model()).evidence().weight();
  }
}
