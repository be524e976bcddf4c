package io.evenkeel.app.observe;

import io.evenkeel.core.moments.BottomK;
import io.evenkeel.schemas.internal.SampledPrediction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The bottom-k samples of predictions in open panes, from which profiles are learned: mutable, each
 * sampled prediction an entry of its own in the store.
 */
final class Samples {
  private final KeyValueStore<String, byte[]> store;
  private final Map<PaneKey, BottomK<byte[]>> samples = new HashMap<>();

  Samples(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /**
   * Offers a prediction to the sample of a pane.
   *
   * @param distribution its binary form
   * @param size how many are kept
   * @param seed seed of the sample
   */
  void offer(PaneKey pane, String id, ByteBuffer distribution, int size, long seed) {
    BottomK<byte[]> sample = samples.computeIfAbsent(pane, key -> load(key, size, seed));
    byte[] bytes = array(distribution);
    if (sample.add(id, bytes, evicted -> store.delete(prefix(pane) + evicted.id()))) {
      store.put(prefix(pane) + id, bytes);
    }
  }

  /** The sample of a pane, in the order of its entries in the store. */
  List<SampledPrediction> of(PaneKey pane) {
    List<SampledPrediction> sample = new ArrayList<>();
    String prefix = prefix(pane);
    try (KeyValueIterator<String, byte[]> all = store.prefixScan(prefix, new StringSerializer())) {
      all.forEachRemaining(
          entry ->
              sample.add(
                  new SampledPrediction(
                      entry.key.substring(prefix.length()), ByteBuffer.wrap(entry.value))));
    }
    return sample;
  }

  /** Forgets the sample of a pane. */
  void close(PaneKey pane) {
    for (SampledPrediction sampled : of(pane)) {
      store.delete(prefix(pane) + sampled.getPredictionId());
    }
    samples.remove(pane);
  }

  private BottomK<byte[]> load(PaneKey pane, int size, long seed) {
    BottomK<byte[]> sample = new BottomK<>(size, seed);
    for (SampledPrediction sampled : of(pane)) {
      sample.add(sampled.getPredictionId(), sampled.getDistribution().array());
    }
    return sample;
  }

  private static String prefix(PaneKey pane) {
    return pane.key() + '|';
  }

  private static byte[] array(ByteBuffer bytes) {
    byte[] array = new byte[bytes.remaining()];
    bytes.duplicate().get(array);
    return array;
  }
}
