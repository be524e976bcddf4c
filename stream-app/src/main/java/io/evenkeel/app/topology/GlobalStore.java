package io.evenkeel.app.topology;

import java.util.function.UnaryOperator;
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
  private final UnaryOperator<@Nullable V> kept;
  private final Runnable changed;

  private GlobalStore(String name, UnaryOperator<@Nullable V> kept, Runnable changed) {
    this.name = name;
    this.kept = kept;
    this.changed = changed;
  }

  /**
   * Adds the store of a topic.
   *
   * @param values how the store keeps its records, whatever the form that they have in the topic
   * @param kept what is kept of a record; null to delete what has its key
   * @param changed called after each change, but not while a restart fills the store
   */
  static <V> void add(
      StreamsBuilder builder,
      Topic<String, V> topic,
      String name,
      Serde<V> values,
      UnaryOperator<@Nullable V> kept,
      Runnable changed) {
    builder.addGlobalStore(
        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), values)
            .withLoggingDisabled(),
        topic.name(),
        topic.read("read-" + name),
        () -> new GlobalStore<>(name, kept, changed));
  }

  @Override
  public void process(Record<String, V> record) {
    KeyValueStore<String, V> store = context().getStateStore(name);
    if (record.key() != null) {
      store.put(record.key(), kept.apply(record.value()));
      changed.run();
    }
  }
}
