package io.evenkeel.app.state;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store outside of Kafka Streams, in memory: mutable. It keeps the values themselves and not
 * their bytes, in the order of their keys, and may change while it is looked through.
 *
 * @param <V> type of the values
 */
public final class MapStore<V> implements KeyValueStore<String, V> {
  private final String name;
  private final ConcurrentNavigableMap<String, V> map = new ConcurrentSkipListMap<>();

  /** An empty store. */
  public MapStore(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void put(String key, @Nullable V value) {
    if (value == null) {
      map.remove(key);
    } else {
      map.put(key, value);
    }
  }

  @Override
  public @Nullable V putIfAbsent(String key, V value) {
    return map.putIfAbsent(key, value);
  }

  @Override
  public void putAll(List<KeyValue<String, V>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public @Nullable V delete(String key) {
    return map.remove(key);
  }

  @Override
  public @Nullable V get(String key) {
    return map.get(key);
  }

  @Override
  public KeyValueIterator<String, V> range(@Nullable String from, @Nullable String to) {
    ConcurrentNavigableMap<String, V> tail = from == null ? map : map.tailMap(from, true);
    return new Entries<>(to == null ? tail : tail.headMap(to, true));
  }

  @Override
  public KeyValueIterator<String, V> reverseRange(String from, String to) {
    return new Entries<>(map.subMap(from, true, to, true).descendingMap());
  }

  @Override
  public KeyValueIterator<String, V> all() {
    return new Entries<>(map);
  }

  @Override
  public <S extends Serializer<P>, P> KeyValueIterator<String, V> prefixScan(
      P prefix, S serializer) {
    String from = prefix.toString();
    return new Entries<>(map.subMap(from, true, from + Character.MAX_VALUE, true));
  }

  @Override
  public long approximateNumEntries() {
    return map.size();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    // It is not restored.
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    // It holds nothing but memory.
  }

  /** A walk through the entries, which knows the next one. */
  private static final class Entries<V> implements KeyValueIterator<String, V> {
    private final Iterator<Map.Entry<String, V>> rest;
    private Map.@Nullable Entry<String, V> next;

    Entries(ConcurrentNavigableMap<String, V> map) {
      rest = map.entrySet().iterator();
      next = rest.hasNext() ? rest.next() : null;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public String peekNextKey() {
      return entry().getKey();
    }

    @Override
    public KeyValue<String, V> next() {
      Map.Entry<String, V> entry = entry();
      next = rest.hasNext() ? rest.next() : null;
      return KeyValue.pair(entry.getKey(), entry.getValue());
    }

    private Map.Entry<String, V> entry() {
      if (next == null) {
        throw new NoSuchElementException("no further entry");
      }
      return next;
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }
}
