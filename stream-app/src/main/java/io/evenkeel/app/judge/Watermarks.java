package io.evenkeel.app.judge;

import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the source partitions have come with each model: mutable, kept in a store.
 *
 * <p>A window waits for the slowest source partition, but not for idle ones while others are busy,
 * nor, beyond the idle timeout, for those that have never been heard of.
 */
final class Watermarks {
  private static final Logger LOGGER = LoggerFactory.getLogger(Watermarks.class);

  private final KeyValueStore<String, ModelFrontiers> store;
  private final int partitions;
  private final long idleTimeout;
  private final Map<String, Long> firstHeard = new HashMap<>();

  /**
   * How far all source partitions have come with one version of a model.
   *
   * @param predictions predictions made before this have been seen, milliseconds since 1970
   * @param labels panes that end by this are closed, milliseconds since 1970
   * @param awaited labels of panes that end by this are awaited no more, milliseconds since 1970;
   *     such panes may still be held open for their profile, but all their predictions have been
   *     seen
   * @param predicted when the newest prediction of the model was made, in any version, milliseconds
   *     since 1970; 0 before the first
   * @param complete whether every source partition was waited for: none is left out because it is
   *     idle or has never been heard of
   */
  record Watermark(long predictions, long labels, long awaited, long predicted, boolean complete) {
    static final Watermark NOWHERE = new Watermark(0, 0, 0, 0, true);
  }

  /**
   * @param partitions the number of source partitions
   */
  Watermarks(KeyValueStore<String, ModelFrontiers> store, int partitions, Duration idleTimeout) {
    this.store = store;
    this.partitions = partitions;
    this.idleTimeout = idleTimeout.toMillis();
  }

  void reached(String model, int partition, Frontier frontier) {
    ModelFrontiers known = known(model);
    Map<String, Frontier> all = new HashMap<>();
    if (known != null) {
      all.putAll(known.getPartitions());
    }
    all.put(Integer.toString(partition), frontier);
    store.put(model, new ModelFrontiers(all));
  }

  /** A source partition has let go of the model: nothing of it is judged any more. */
  void forget(String model, int partition) {
    ModelFrontiers known = known(model);
    Map<String, Frontier> others = new HashMap<>(known == null ? Map.of() : known.getPartitions());
    others.remove(Integer.toString(partition));
    store.put(model, others.isEmpty() ? null : new ModelFrontiers(others));
    if (others.isEmpty()) {
      firstHeard.remove(model);
    }
  }

  /** What cannot be read is forgotten: the partitions say again how far they have come. */
  private @Nullable ModelFrontiers known(String model) {
    try {
      return store.get(model);
    } catch (SerializationException e) {
      LOGGER.warn("event=forget what=frontiers model={} error={}", model, e.getMessage());
      // Unlike delete, this does not read what is there.
      store.put(model, null);
      return null;
    }
  }

  /**
   * How far all source partitions have come.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  Watermark watermark(String model, String version, long now) {
    ModelFrontiers known = known(model);
    if (known == null) {
      return Watermark.NOWHERE;
    }
    long since = firstHeard.computeIfAbsent(model, key -> now);
    boolean allHeard = known.getPartitions().size() >= partitions;
    if (!allHeard && now - since < idleTimeout) {
      return Watermark.NOWHERE;
    }
    List<Frontier> busy =
        known.getPartitions().values().stream().filter(frontier -> !frontier.getIdle()).toList();
    var counted = busy.isEmpty() ? known.getPartitions().values() : busy;
    long predictions = Long.MAX_VALUE;
    long labels = Long.MAX_VALUE;
    long awaited = Long.MAX_VALUE;
    for (Frontier frontier : counted) {
      predictions = Math.min(predictions, frontier.getPredictionsThrough());
      awaited = Math.min(awaited, frontier.getLabelsThrough());
      labels =
          Math.min(
              labels,
              frontier.getClosedThrough().getOrDefault(version, frontier.getLabelsThrough()));
    }
    long predicted =
        known.getPartitions().values().stream().mapToLong(Frontier::getPredicted).max().orElse(0);
    boolean complete = allHeard && counted.size() == known.getPartitions().size();
    return new Watermark(predictions, labels, awaited, predicted, complete);
  }
}
