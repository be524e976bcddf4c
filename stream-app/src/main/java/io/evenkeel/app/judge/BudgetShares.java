package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.LongFunction;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The active series of all instances, among which the false-alarm budget is shared: mutable. It is
 * shared in event time: at a time among the series that had begun by then, so that a replay shares
 * it as the live run did.
 */
final class BudgetShares {
  private final ReadOnlyKeyValueStore<String, ActiveSeries> store;
  private final AppConfig config;
  private final SeriesWeights weights;
  private NavigableMap<Long, Double> totals = Collections.emptyNavigableMap();

  /** The newest records of series of this instance, which may not have come back from the topic. */
  private final Map<SeriesKey, ActiveSeries> newest = new HashMap<>();

  /**
   * @param weights of the store, which other tasks have, too
   */
  BudgetShares(
      ReadOnlyKeyValueStore<String, ActiveSeries> store, AppConfig config, SeriesWeights weights) {
    this.store = store;
    this.config = config;
    this.weights = weights;
  }

  /** Weighs all series once more if any has changed. */
  void weigh() {
    if (config.budget().falseAlarms().isPresent()) {
      totals = weights.of(store);
    }
  }

  /**
   * The false alarms that a series may raise, by event time in milliseconds since 1970: its share
   * of the budget, or alpha a period where the model has a period of its own, or there is no
   * budget. For one look, which asks for each pane.
   */
  LongFunction<BudgetShare> of(SeriesKey series) {
    ModelSettings settings = config.model(series.model());
    EvidenceSettings evidence = settings.evidence();
    double alpha = evidence.alpha();
    long step = settings.window().advance().toMillis();
    long period = evidence.period().orElse(config.budget().period()).toMillis();
    if (evidence.period().isPresent() || config.budget().falseAlarms().isEmpty()) {
      BudgetShare own = new BudgetShare(alpha, period, step, alpha);
      return at -> own;
    }
    double falseAlarms = config.budget().falseAlarms().getAsDouble();
    double weight = evidence.weight();
    boolean isCounted = store.get(series.key()) != null;
    NavigableMap<Long, Double> byTime = totals;
    return at -> {
      Map.Entry<Long, Double> total = byTime.floorEntry(at);
      double others = total == null ? 0 : total.getValue();
      // Until a new series has come back from the topic it counts for itself.
      double all = isCounted ? Math.max(others, weight) : others + weight;
      return new BudgetShare(falseAlarms * weight / all, period, step, alpha);
    };
  }

  /**
   * What to publish of a series with a pane, if that is the earliest so far.
   *
   * @param start of the pane, milliseconds since 1970
   */
  Optional<ActiveSeries> begun(SeriesKey series, long start) {
    ActiveSeries known = newest(series);
    if (known != null && known.getSince() <= start) {
      return Optional.empty();
    }
    long settled = known == null ? 0 : known.getSettledThrough();
    return Optional.of(keep(series, new ActiveSeries(weight(series), start, settled)));
  }

  /**
   * What to publish of a whole model of which something was settled without waiting for every
   * source partition: those that were left out must know what is late now.
   *
   * @param memory what is final or counted
   * @param watermark how far the source partitions had come that were waited for
   */
  Optional<ActiveSeries> settled(
      SeriesKey series, SeriesMemory memory, Watermarks.Watermark watermark) {
    ActiveSeries known = newest(series);
    long judged = Math.max(memory.finalThrough(), memory.countedThrough());
    long through = Math.min(judged, watermark.labels());
    if (watermark.complete()
        || !series.segment().isEmpty()
        || known == null
        || through <= known.getSettledThrough()) {
      return Optional.empty();
    }
    return Optional.of(
        keep(series, new ActiveSeries(known.getWeight(), known.getSince(), through)));
  }

  /** What to publish, by key, of those of the series that have another weight now. */
  Map<String, ActiveSeries> reweighed(Collection<SeriesKey> series) {
    Map<String, ActiveSeries> others = new HashMap<>();
    for (SeriesKey one : series) {
      ActiveSeries known = newest(one);
      if (known != null && known.getWeight() != weight(one)) {
        others.put(
            one.key(),
            keep(one, new ActiveSeries(weight(one), known.getSince(), known.getSettledThrough())));
      }
    }
    return others;
  }

  private ActiveSeries keep(SeriesKey series, ActiveSeries active) {
    newest.put(series, active);
    return active;
  }

  private @Nullable ActiveSeries newest(SeriesKey series) {
    return newest.computeIfAbsent(series, key -> store.get(key.key()));
  }

  /** Forgets a series, which may begin once more. */
  void forget(SeriesKey series) {
    newest.remove(series);
  }

  /** None where the model has a period of its own: its false alarms come beside the budget. */
  private double weight(SeriesKey series) {
    EvidenceSettings evidence = config.model(series.model()).evidence();
    return evidence.period().isPresent() ? 0 : evidence.weight();
  }
}
