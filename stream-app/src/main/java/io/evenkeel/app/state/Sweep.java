package io.evenkeel.app.state;

import java.util.function.BiPredicate;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A mutable walk through a store that deletes what is no longer needed, a bounded number of entries
 * at a time, so that it never holds up the stream.
 *
 * @param <V> type of the values
 */
public final class Sweep<V> {
  /** Entries looked at between two records: a few milliseconds. */
  public static final int STRIDE = 20_000;

  private final KeyValueStore<String, V> store;
  private final int stride;
  private @Nullable String next;

  /**
   * A walk that begins at the first key.
   *
   * @param stride the most entries looked at in one go
   */
  public Sweep(KeyValueStore<String, V> store, int stride) {
    this.store = store;
    this.stride = stride;
  }

  /**
   * Looks at the next entries and deletes those that the test names.
   *
   * @return whether the walk has come to the end; the next one begins at the first key again
   */
  public boolean go(BiPredicate<String, V> expired) {
    try (KeyValueIterator<String, V> entries = store.range(next, null)) {
      for (int i = 0; i < stride && entries.hasNext(); i++) {
        // What cannot be read stays: another version may have written it, which can read it.
        Entries.next(entries, (key, value) -> look(key, value, expired), unreadable -> {});
      }
      next = entries.hasNext() ? entries.peekNextKey() : null;
    }
    return next == null;
  }

  private void look(String key, V value, BiPredicate<String, V> expired) {
    if (expired.test(key, value)) {
      store.delete(key);
    }
  }
}
