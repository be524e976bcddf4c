package io.evenkeel.app.state;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * A store before another one: mutable. It keeps what was used last as values in memory, and writes
 * those that changed to the store behind it before Kafka Streams commits, when there are too many,
 * and before anybody walks through the entries. So a value that changes a hundred times between two
 * commits is encoded and logged once, and read never.
 *
 * <p>A value may wait: it is written when it no longer waits, or when it is forgotten. The caller
 * that lets it wait can rebuild what is lost.
 *
 * <p>A value may be changed in place, if it is put afterwards. After a failure Kafka Streams closes
 * the store, which forgets what was not committed, as everything else of the transaction.
 *
 * @param <V> type of the values
 */
public final class WriteBackStore<V> extends WrappedStateStore<KeyValueStore<String, V>, String, V>
    implements KeyValueStore<String, V> {
  // The base class is not public API of Kafka: it alone is called before a commit, and it forwards
  // whatever Kafka asks of stores. WriteBackStoreTest fails where that has changed.

  private final long mostBytes;
  private final ToLongFunction<V> weigher;
  private final Predicate<V> waits;
  private final Map<String, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** What was used last, which is often used next; null if it is not kept. */
  private @Nullable Entry<V> latest;

  /** Those to be written before the next commit. */
  private final List<Entry<V>> due = new ArrayList<>();

  /** Whether a value may wait that is not written yet. */
  private boolean waiting;

  private long bytes;

  /** No key of the store is after it; null before anything was asked for. */
  private @Nullable String last;

  private static final class Entry<V> {
    private final String key;
    private @Nullable V value;
    private long bytes;

    /** Whether the value is not written yet. */
    private boolean changed;

    /** Whether it is to be written before the next commit. */
    private boolean due;

    Entry(String key) {
      this.key = key;
    }
  }

  private WriteBackStore(
      KeyValueStore<String, V> behind,
      long mostBytes,
      ToLongFunction<V> weigher,
      Predicate<V> waits) {
    super(behind);
    this.mostBytes = mostBytes;
    this.weigher = weigher;
    this.waits = waits;
  }

  /**
   * The builder of such a store.
   *
   * @param behind builds the store behind it
   * @param mostBytes the most memory of the values that are kept; of 0, nothing is kept
   * @param weigher the bytes that a value takes
   * @param waits whether a value that was put need not be written before the next commit
   */
  public static <V> StoreBuilder<KeyValueStore<String, V>> builder(
      StoreBuilder<KeyValueStore<String, V>> behind,
      long mostBytes,
      ToLongFunction<V> weigher,
      Predicate<V> waits) {
    return new Builder<>(behind, mostBytes, weigher, waits);
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    clearCache();
    super.init(context, root);
  }

  @Override
  public void close() {
    clearCache();
    super.close();
  }

  /** Writes what is due: called by Kafka Streams before it commits. */
  @Override
  public void flushCache() {
    // In one go, which costs the store behind it less than one by one.
    List<KeyValue<String, V>> all = new ArrayList<>(due.size());
    for (Entry<V> entry : due) {
      entry.due = false;
      if (entry.changed) {
        entry.changed = false;
        all.add(KeyValue.pair(entry.key, entry.value));
      }
    }
    due.clear();
    wrapped().putAll(all);
    super.flushCache();
  }

  /** Writes what changed, so that the store behind has everything. */
  private void writeAll() {
    flushCache();
    if (waiting) {
      entries.values().forEach(this::write);
      waiting = false;
    }
  }

  @Override
  public void clearCache() {
    entries.clear();
    latest = null;
    due.clear();
    waiting = false;
    bytes = 0;
    last = null;
    super.clearCache();
  }

  private void write(Entry<V> entry) {
    if (entry.changed) {
      entry.changed = false;
      wrapped().put(entry.key, entry.value);
    }
  }

  @Override
  public @Nullable V get(String key) {
    Entry<V> known = kept(key);
    if (known != null) {
      return known.value;
    }
    if (isBeyond(key)) {
      return null;
    }
    V value = wrapped().get(key);
    if (value != null) {
      keep(new Entry<>(key), value);
    }
    return value;
  }

  private @Nullable Entry<V> kept(String key) {
    if (latest == null || !latest.key.equals(key)) {
      latest = entries.get(key);
    }
    return latest;
  }

  /**
   * Whether the key is after all that there are, as new ones are where keys are in order of time.
   */
  private boolean isBeyond(String key) {
    String known = last;
    if (known == null) {
      known = lastBehind();
      last = known;
    }
    return KeyOrder.INSTANCE.compare(key, known) > 0;
  }

  private String lastBehind() {
    try (KeyValueIterator<String, V> all = reverseAll()) {
      return all.hasNext() ? all.peekNextKey() : "";
    }
  }

  @Override
  public void put(String key, @Nullable V value) {
    if (last != null && value != null && KeyOrder.INSTANCE.compare(key, last) > 0) {
      last = key;
    }
    Entry<V> known = kept(key);
    Entry<V> entry = known == null ? new Entry<>(key) : known;
    entry.changed = true;
    if (value != null && waits.test(value)) {
      waiting = true;
    } else if (!entry.due) {
      entry.due = true;
      due.add(entry);
    }
    keep(entry, value);
  }

  /**
   * Remembers the value, and forgets those that were not used for longest if there are too many.
   */
  private void keep(Entry<V> entry, @Nullable V value) {
    long weight = entry.key.length() + (value == null ? 0 : weigher.applyAsLong(value));
    bytes += weight - entry.bytes;
    entry.bytes = weight;
    entry.value = value;
    if (entry != latest) {
      entries.put(entry.key, entry);
      latest = entry;
    }
    Iterator<Entry<V>> oldest = entries.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      Entry<V> forgotten = oldest.next();
      write(forgotten);
      bytes -= forgotten.bytes;
      oldest.remove();
      if (forgotten == latest) {
        latest = null;
      }
    }
    // What was forgotten has been written: between two commits there may be any number of it.
    if (due.size() > 2 * entries.size()) {
      due.removeIf(other -> !other.changed);
    }
  }

  @Override
  public @Nullable V putIfAbsent(String key, V value) {
    V known = get(key);
    if (known == null) {
      put(key, value);
    }
    return known;
  }

  @Override
  public void putAll(List<KeyValue<String, V>> all) {
    all.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public @Nullable V delete(String key) {
    V known = get(key);
    put(key, null);
    return known;
  }

  @Override
  public KeyValueIterator<String, V> range(@Nullable String from, @Nullable String to) {
    writeAll();
    return wrapped().range(from, to);
  }

  @Override
  public KeyValueIterator<String, V> reverseRange(@Nullable String from, @Nullable String to) {
    writeAll();
    return wrapped().reverseRange(from, to);
  }

  @Override
  public KeyValueIterator<String, V> all() {
    writeAll();
    return wrapped().all();
  }

  @Override
  public KeyValueIterator<String, V> reverseAll() {
    writeAll();
    return wrapped().reverseAll();
  }

  @Override
  public <S extends Serializer<P>, P> KeyValueIterator<String, V> prefixScan(
      P prefix, S serializer) {
    writeAll();
    return wrapped().prefixScan(prefix, serializer);
  }

  @Override
  public long approximateNumEntries() {
    return wrapped().approximateNumEntries();
  }

  private static final class Builder<V> implements StoreBuilder<KeyValueStore<String, V>> {
    private final StoreBuilder<KeyValueStore<String, V>> behind;
    private final long mostBytes;
    private final ToLongFunction<V> weigher;
    private final Predicate<V> waits;

    Builder(
        StoreBuilder<KeyValueStore<String, V>> behind,
        long mostBytes,
        ToLongFunction<V> weigher,
        Predicate<V> waits) {
      this.behind = behind;
      this.mostBytes = mostBytes;
      this.weigher = weigher;
      this.waits = waits;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, V>> withCachingEnabled() {
      return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, V>> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, V>> withLoggingEnabled(Map<String, String> config) {
      behind.withLoggingEnabled(config);
      return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, V>> withLoggingDisabled() {
      behind.withLoggingDisabled();
      return this;
    }

    @Override
    public KeyValueStore<String, V> build() {
      return new WriteBackStore<>(behind.build(), mostBytes, weigher, waits);
    }

    @Override
    public Map<String, String> logConfig() {
      return behind.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
      return behind.loggingEnabled();
    }

    @Override
    public String name() {
      return behind.name();
    }
  }
}
