package io.evenkeel.app.topology;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest records of a topic, on every instance, by their key.
 *
 * @param <V> type of the records
 */
final class GlobalStore<V> extends ContextualProcessor<String, V, Void, Void> {
  private final String name;
  private final Keeper<V> keeper;

  /**
   * What is done with the records of a topic.
   *
   * @param <V> type of the values
   */
  @FunctionalInterface
  interface Keeper<V> {
    /** What is kept of a record; null to delete what has its key. */
    @Nullable V kept(@Nullable V value);

    /**
     * Called after each change, but not while a restart fills the store.
     *
     * @param before what was kept; null if nothing was
     * @param now what is kept; null if nothing is
     */
    default void changed(@Nullable V before, @Nullable V now) {}
  }

  private GlobalStore(String name, Keeper<V> keeper) {
    this.name = name;
    this.keeper = keeper;
  }

  /**
   * Adds the store of a topic.
   *
   * @param values how the store keeps its records, whatever the form that they have in the topic
   */
  static <V> void add(
      StreamsBuilder builder,
      Topic<String, V> topic,
      String name,
      Serde<V> values,
      Keeper<V> keeper) {
    builder.addGlobalStore(
        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), values)
            .withLoggingDisabled(),
        topic.name(),
        topic.read("read-" + name),
        () -> new GlobalStore<>(name, keeper));
  }

  @Override
  public void process(Record<String, V> record) {
    KeyValueStore<String, V> store = context().getStateStore(name);
    if (record.key() != null) {
      V before = former(store, record.key());
      V now = keeper.kept(record.value());
      store.put(record.key(), now);
      keeper.changed(before, now);
    }
  }

  /** What cannot be read counts as nothing: it is overwritten. */
  private @Nullable V former(KeyValueStore<String, V> store, String key) {
    try {
      return store.get(key);
    } catch (SerializationException e) {
      return null;
    }
  }
}
