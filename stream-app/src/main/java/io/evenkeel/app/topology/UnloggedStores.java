package io.evenkeel.app.topology;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Stores in memory that nothing outlives, and so without changelogs: mutable. They note which of
 * them were written.
 */
public final class UnloggedStores extends InMemoryDslStoreSuppliers {
  /** Kafka Streams makes the suppliers of stores from a class; this is how it gets these. */
  private static final String PROPERTY = "evenkeel.unlogged.stores";

  private final Set<String> written = new HashSet<>();

  /** The Kafka Streams properties by which a topology has these stores. */
  public Map<String, Object> properties() {
    return Map.of(PROPERTY, this);
  }

  /** Those of the properties of a topology; null if it has others. */
  static @Nullable UnloggedStores of(StreamsConfig properties) {
    return properties.originals().get(PROPERTY) instanceof UnloggedStores stores ? stores : null;
  }

  /** The names of the stores that were written since this was last called. */
  public Set<String> takeWritten() {
    Set<String> taken = new HashSet<>(written);
    written.clear();
    return taken;
  }

  @Override
  public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
    KeyValueBytesStoreSupplier inMemory = super.keyValueStore(params);
    return new KeyValueBytesStoreSupplier() {
      @Override
      public String name() {
        return inMemory.name();
      }

      @Override
      public KeyValueStore<Bytes, byte[]> get() {
        return new Noted(name(), written);
      }

      @Override
      public String metricsScope() {
        return inMemory.metricsScope();
      }
    };
  }

  // The base class is not public API of Kafka: UnloggedStoresTest fails where that has changed.
  private static final class Noted extends InMemoryKeyValueStore {
    private final Set<String> written;

    Noted(String name, Set<String> written) {
      super(name);
      this.written = written;
    }

    @Override
    public synchronized void put(Bytes key, byte[] value) {
      written.add(name());
      super.put(key, value);
    }

    @Override
    public synchronized byte[] putIfAbsent(Bytes key, byte[] value) {
      written.add(name());
      return super.putIfAbsent(key, value);
    }

    @Override
    public synchronized void putAll(List<KeyValue<Bytes, byte[]>> entries) {
      if (!entries.isEmpty()) {
        written.add(name());
      }
      super.putAll(entries);
    }

    @Override
    public synchronized byte[] delete(Bytes key) {
      written.add(name());
      return super.delete(key);
    }
  }
}
