package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Allowance;
import io.evenkeel.core.sequential.FalseAlarmBudget;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The active series of all instances, among which the false-alarm budget is shared out: mutable.
 */
final class Fleet {
  private final ReadOnlyKeyValueStore<String, ActiveSeries> store;
  private final AppConfig config;
  private final LongSupplier changes;
  private double total;
  private long weighedAt = -1;

  /**
   * @param changes counts the changes of the store
   */
  Fleet(ReadOnlyKeyValueStore<String, ActiveSeries> store, AppConfig config, LongSupplier changes) {
    this.store = store;
    this.config = config;
    this.changes = changes;
  }

  /** Weighs all series anew if any has changed. */
  void weigh() {
    // Asked first: what changes meanwhile is weighed the next time.
    long now = changes.getAsLong();
    if (config.budget().falseAlarms().isEmpty() || now == weighedAt) {
      return;
    }
    weighedAt = now;
    total = 0;
    try (KeyValueIterator<String, ActiveSeries> all = store.all()) {
      all.forEachRemaining(entry -> total += entry.value.getWeight());
    }
  }

  /** What the series may spend; empty without a budget. */
  Optional<Allowance> allowance(SeriesKey series) {
    if (config.budget().falseAlarms().isEmpty()) {
      return Optional.empty();
    }
    ModelSettings settings = config.model(series.model());
    double weight = settings.evidence().weight();
    FalseAlarmBudget budget =
        new FalseAlarmBudget(
            config.budget().falseAlarms().getAsDouble(),
            (double) config.budget().period().toMillis());
    // Until a new series has come back from the topic it counts for itself.
    double all = store.get(series.key()) == null ? total + weight : Math.max(total, weight);
    return Optional.of(Allowance.of(budget, weight, all, settings.window().advance().toMillis()));
  }

  /** Whether another weight was published of the series, before the configuration changed. */
  boolean isOutdated(SeriesKey series) {
    ActiveSeries published = store.get(series.key());
    return published != null && !published.equals(begun(series));
  }

  /** What to publish of a series that begins, or has another weight. */
  ActiveSeries begun(SeriesKey series) {
    return new ActiveSeries(config.model(series.model()).evidence().weight());
  }
}
