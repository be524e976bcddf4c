package io.evenkeel.app.observe;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * What was settled without waiting for this partition, because it had nothing to say: mutable. It
 * comes from a topic, with a delay. What this partition takes in during the delay is in partials
 * that come too late.
 */
final class Settled {
  private final ReadOnlyKeyValueStore<String, ActiveSeries> active;
  private final Map<String, Long> known = new HashMap<>();

  /**
   * @param active the series that are being judged, of all instances
   */
  Settled(ReadOnlyKeyValueStore<String, ActiveSeries> active) {
    this.active = active;
  }

  /** Panes of this version that end by this are settled, milliseconds since 1970. */
  long through(String model, String version) {
    return known.computeIfAbsent(
        SeriesKey.whole(model, version).key(),
        key -> {
          ActiveSeries whole = active.get(key);
          return whole == null ? ModelEventTime.NOTHING_CLOSED : whole.getSettledThrough();
        });
  }

  /** Whether any series of the model is being judged. */
  boolean isJudged(String model) {
    try (KeyValueIterator<String, ActiveSeries> all =
        active.prefixScan(SeriesKey.modelPrefix(model), new StringSerializer())) {
      return all.hasNext();
    }
  }

  /** Looks it up once more: called once in a while. */
  void refresh() {
    known.clear();
  }
}
