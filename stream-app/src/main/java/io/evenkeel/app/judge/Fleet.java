package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Allowance;
import io.evenkeel.core.sequential.FalseAlarmBudget;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/**
 * The active series of all instances, among which the false-alarm budget is shared out: mutable.
 */
final class Fleet {
  private final ReadOnlyKeyValueStore<String, ValueAndTimestamp<ActiveSeries>> store;
  private final AppConfig config;
  private double total;

  Fleet(ReadOnlyKeyValueStore<String, ValueAndTimestamp<ActiveSeries>> store, AppConfig config) {
    this.store = store;
    this.config = config;
  }

  /** Weighs all series anew. */
  void weigh() {
    if (config.budget().falseAlarms().isEmpty()) {
      return;
    }
    total = 0;
    try (KeyValueIterator<String, ValueAndTimestamp<ActiveSeries>> all = store.all()) {
      all.forEachRemaining(entry -> total += entry.value.value().getWeight());
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

  /** What to publish of a series that begins. */
  ActiveSeries begun(SeriesKey series) {
    return new ActiveSeries(config.model(series.model()).evidence().weight());
  }
}
