package io.evenkeel.app.alert;

import io.evenkeel.app.state.SilenceScope;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which alerts are silenced: mutable. It remembers the silences that hold at the time that was
 * asked for last, as many alerts are looked at with each look at the clock.
 */
public final class Silences {
  private final ReadOnlyKeyValueStore<String, Silence> store;
  private final Map<String, Silence> holding = new LinkedHashMap<>();
  private long holdingAt = Long.MIN_VALUE;

  /**
   * The silences of a store.
   *
   * @param store by their ids; only read
   */
  public Silences(ReadOnlyKeyValueStore<String, Silence> store) {
    this.store = store;
  }

  /**
   * The alert with the silence that holds now, or without one.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  public Alert mark(Alert alert, long now) {
    return Alert.newBuilder(alert).setSilencedBy(silence(alert, now)).build();
  }

  /** Whether a silence has begun or ended since the alert was marked. */
  public boolean isNews(Alert alert, long now) {
    return !Objects.equals(silence(alert, now), alert.getSilencedBy());
  }

  private @Nullable String silence(Alert alert, long now) {
    if (now != holdingAt) {
      look(Instant.ofEpochMilli(now));
      holdingAt = now;
    }
    for (Map.Entry<String, Silence> silence : holding.entrySet()) {
      if (SilenceScope.matches(silence.getValue(), alert)) {
        return silence.getKey();
      }
    }
    return null;
  }

  private void look(Instant now) {
    holding.clear();
    try (KeyValueIterator<String, Silence> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, Silence> entry = all.next();
        if (holds(entry.value, now)) {
          holding.put(entry.key, entry.value);
        }
      }
    }
  }

  private static boolean holds(Silence silence, Instant now) {
    return !now.isBefore(silence.getStartsAt()) && now.isBefore(silence.getEndsAt());
  }
}
