package io.evenkeel.app;

import io.evenkeel.app.codec.RawAvroSerde;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/** Stores in memory, for tests of what is kept in them. */
public final class TestStores {

  private TestStores() {}

  public static <T extends SpecificRecord> KeyValueStore<String, T> of(Class<T> type) {
    KeyValueStore<String, T> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("test"), Serdes.String(), RawAvroSerde.of(type))
            .withLoggingDisabled()
            .build();
    store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
    return store;
  }

  /** What a store keeps as bytes, so that a test can damage it. */
  @SuppressWarnings("unchecked")
  public static KeyValueStore<Bytes, byte[]> bytes(StateStore store) {
    return (KeyValueStore<Bytes, byte[]>) ((WrappedStateStore<?, ?, ?>) store).wrapped();
  }
}
