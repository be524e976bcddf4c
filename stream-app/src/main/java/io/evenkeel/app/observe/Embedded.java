package io.evenkeel.app.observe;

import io.evenkeel.app.state.Profiles;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.drift.PredictionMoments;
import io.evenkeel.core.prediction.PredictiveDistribution;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The embedded predictions of open panes, from which drift is told without labels: mutable, kept in
 * a store. Without a profile there are none.
 */
final class Embedded {
  private static final double[] NONE = {};

  private final KeyValueStore<String, double[]> store;
  private final Profiles profiles;

  Embedded(KeyValueStore<String, double[]> store, Profiles profiles) {
    this.store = store;
    this.profiles = profiles;
  }

  /**
   * Counts a prediction.
   *
   * @param profile version of the profile that the sums of the pane are made with
   */
  void predicted(PaneKey key, int profile, PredictiveDistribution prediction) {
    add(key, profile, prediction, false, 1);
  }

  /**
   * Counts a prediction, which was counted as such, among the labelled ones.
   *
   * @param weight +1, or −1 to take it back
   */
  void labelled(PaneKey key, int profile, PredictiveDistribution prediction, double weight) {
    add(key, profile, prediction, true, weight);
  }

  private void add(
      PaneKey key, int profile, PredictiveDistribution prediction, boolean second, double weight) {
    PredictionEmbedding embedding = profiles.embedding(key.series().modelKey(), profile);
    if (embedding != null) {
      double[] block = store.get(key.key());
      if (block == null) {
        block = new double[PredictionMoments.length(embedding)];
      }
      embedding.add(block, second ? embedding.length() : 0, prediction, weight);
      store.put(key.key(), block);
    }
  }

  /** The block of {@link PredictionMoments} of a pane; empty without a profile. */
  double[] sums(PaneKey key) {
    double[] block = store.get(key.key());
    return block == null ? NONE : block;
  }

  /** Forgets what was counted of a pane. */
  void forget(PaneKey key) {
    store.delete(key.key());
  }
}
