package io.evenkeel.app.judge;

import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The weight of all active series that had begun by a time: for all tasks of a process, which walk
 * over the series once after a change, and not each of them. Mutable and safe for use by many
 * threads.
 */
public final class SeriesWeights {
  private final AtomicLong changes = new AtomicLong();
  private long weighedAt = -1;
  private NavigableMap<Long, Double> totals = Collections.emptyNavigableMap();

  /**
   * Says that the store of active series has changed. What was settled of a series weighs nothing:
   * it changes with each pane of each whole model.
   *
   * @param before what was kept of the series; null if nothing was
   * @param now what is kept; null if nothing is
   */
  public void changed(@Nullable ActiveSeries before, @Nullable ActiveSeries now) {
    if (before == null
        || now == null
        || before.getWeight() != now.getWeight()
        || before.getSince() != now.getSince()) {
      changes.incrementAndGet();
    }
  }

  /**
   * The weight of all series that had begun, by the times at which one did; it does not change.
   * O(series) after a change, else O(1).
   *
   * @param store of all active series, the same for all tasks
   */
  synchronized NavigableMap<Long, Double> of(ReadOnlyKeyValueStore<String, ActiveSeries> store) {
    // Asked first: what changes meanwhile is weighed the next time.
    long now = changes.get();
    if (now != weighedAt) {
      weighedAt = now;
      totals = totals(store);
    }
    return totals;
  }

  private static NavigableMap<Long, Double> totals(
      ReadOnlyKeyValueStore<String, ActiveSeries> store) {
    NavigableMap<Long, Double> totals = new TreeMap<>();
    try (KeyValueIterator<String, ActiveSeries> all = store.all()) {
      all.forEachRemaining(
          entry -> totals.merge(entry.value.getSince(), entry.value.getWeight(), Double::sum));
    }
    double total = 0;
    for (Map.Entry<Long, Double> begun : totals.entrySet()) {
      total += begun.getValue();
      begun.setValue(total);
    }
    return Collections.unmodifiableNavigableMap(totals);
  }
}
