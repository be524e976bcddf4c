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
  /** The most ids that are remembered as sorted samples, of all panes: some 150 bytes each. */
  static final int MOST_REMEMBERED = 50_000;

  /** What belongs to an id is in the store alone: it may be large. */
  private static final byte[] ELSEWHERE = {};

  private final KeyValueStore<String, byte[]> store;
  private final Map<PaneKey, BottomK<byte[]>> remembered = new LinkedHashMap<>(16, 0.75f, true);
  private int ids;

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
      sample = new BottomK<>(size, seed);
      for (String known : of(pane).keySet()) {
        sample.add(known, ELSEWHERE);
      }
      remembered.put(pane, sample);
      ids += sample.size();
    }
    int before = sample.size();
    if (sample.add(id, ELSEWHERE, evicted -> delete(pane, evicted.id()))) {
      store.put(prefix(pane) + id, content);
    }
    ids += sample.size() - before;
    forgetLeastRecent();
  }

  private void forgetLeastRecent() {
    Iterator<BottomK<byte[]>> oldest = remembered.values().iterator();
    // The one in use stays, however large samples are set to be.
    while (ids > MOST_REMEMBERED && remembered.size() > 1) {
      ids -= oldest.next().size();
      oldest.remove();
    }
  }

  /** The ids that are remembered now. */
  int remembered() {
    return ids;
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
    BottomK<byte[]> known = remembered.remove(pane);
    ids -= known == null ? 0 : known.size();
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
