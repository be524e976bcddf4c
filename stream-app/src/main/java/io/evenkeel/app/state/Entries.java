package io.evenkeel.app.state;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** Walks over the entries of a store, of which some may not be readable. */
public final class Entries {
  private Entries() {}

  /**
   * Goes to the end, and closes the walk.
   *
   * @param readable takes each entry that can be read
   * @param unreadable takes the key of each other
   */
  public static <V> void forEach(
      KeyValueIterator<String, V> entries,
      BiConsumer<String, V> readable,
      Consumer<String> unreadable) {
    try (entries) {
      while (entries.hasNext()) {
        next(entries, readable, unreadable);
      }
    }
  }

  /** Goes through the keys to the end, and closes the walk. */
  public static void keys(KeyValueIterator<String, ?> entries, Consumer<String> keys) {
    forEach(entries, (key, value) -> keys.accept(key), keys);
  }

  /**
   * Takes the next entry.
   *
   * @param readable takes it if it can be read
   * @param unreadable takes its key if it cannot
   */
  public static <V> void next(
      KeyValueIterator<String, V> entries,
      BiConsumer<String, V> readable,
      Consumer<String> unreadable) {
    String key = entries.peekNextKey();
    KeyValue<String, V> entry;
    try {
      entry = entries.next();
    } catch (SerializationException e) {
      // The walk is one entry further all the same.
      unreadable.accept(key);
      return;
    }
    readable.accept(key, entry.value);
  }
}
