package io.evenkeel.app.topology;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Silence;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Keeps the silences of their topic, on every instance, by the id that their key is. */
final class SilenceStore extends ContextualProcessor<String, Silence, Void, Void> {

  private SilenceStore() {}

  static void add(StreamsBuilder builder, Topic<String, Silence> topic) {
    builder.addGlobalStore(
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(StoreNames.SILENCES),
                Serdes.String(),
                RawAvroSerde.of(Silence.class))
            .withLoggingDisabled(),
        topic.name(),
        topic.read("read-silences"),
        SilenceStore::new);
  }

  @Override
  public void process(Record<String, Silence> record) {
    KeyValueStore<String, Silence> store = context().getStateStore(StoreNames.SILENCES);
    if (record.key() != null) {
      store.put(record.key(), record.value());
    }
  }
}
