package io.evenkeel.app.observe;

import io.evenkeel.core.moments.BottomK;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Bottom-k samples of ids in open panes: mutable, each sampled id an entry of its own in the store,
 * with whatever belongs to it.
 */
final class Samples {
  /** Samples remembered as sorted, of all panes: some 15 KiB each at the default size. */
  private static final int MOST_REMEMBERED = 1000;

  private final KeyValueStore<String, byte[]> store;
  private final Map<PaneKey, BottomK<byte[]>> remembered = new LinkedHashMap<>(16, 0.75f, true);

  Samples(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /**
   * Offers an id to the sample of a pane.
   *
   * @param content what belongs to the id
   * @param size how many are kept
   * @param seed seed of the sample
   */
  void offer(PaneKey pane, String id, byte[] content, int size, long seed) {
    BottomK<byte[]> sample = remembered.get(pane);
    if (sample == null) {
      sample = load(pane, size, seed);
      remembered.put(pane, sample);
      forgetLeastRecent();
    }
    if (sample.add(id, content, evicted -> delete(pane, evicted.id()))) {
      store.put(prefix(pane) + id, content);
    }
  }

  private void forgetLeastRecent() {
    Iterator<PaneKey> oldest = remembered.keySet().iterator();
    while (remembered.size() > MOST_REMEMBERED) {
      oldest.next();
      oldest.remove();
    }
  }

  /** The sample of a pane: the ids, in their order, with their contents. */
  Map<String, byte[]> of(PaneKey pane) {
    Map<String, byte[]> sample = new TreeMap<>();
    String prefix = prefix(pane);
    try (KeyValueIterator<String, byte[]> all = store.prefixScan(prefix, new StringSerializer())) {
      all.forEachRemaining(entry -> sample.put(entry.key.substring(prefix.length()), entry.value));
    }
    return sample;
  }

  /**
   * The sample of a pane by rank: any number from the beginning is a sample, too.
   *
   * @param size how many are kept
   * @param seed seed of the sample
   */
  List<BottomK.Entry<byte[]>> ranked(PaneKey pane, int size, long seed) {
    return load(pane, size, seed).entries();
  }

  /** Forgets the sample of a pane. */
  void close(PaneKey pane) {
    of(pane).keySet().forEach(id -> delete(pane, id));
    remembered.remove(pane);
  }

  /** Unlike the store's own, this does not read what is there. */
  private void delete(PaneKey pane, String id) {
    store.put(prefix(pane) + id, null);
  }

  private BottomK<byte[]> load(PaneKey pane, int size, long seed) {
    BottomK<byte[]> sample = new BottomK<>(size, seed);
    of(pane).forEach(sample::add);
    return sample;
  }

  private static String prefix(PaneKey pane) {
    return pane.key() + '|';
  }
}
