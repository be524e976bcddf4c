package io.evenkeel.app.judge;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the source partitions have come with each model: mutable, kept in a store.
 *
 * <p>A window waits for the slowest source partition, but not for idle ones, nor, beyond the idle
 * timeout, for those that have never been heard of. Where all are idle event time goes on with the
 * clock of the one that has come furthest: it does not fall back to one that fell silent before.
 *
 * <p>When the first of them speaks again it waits there for the others, for the idle timeout: what
 * comes after an outage comes to all partitions, and one of them is read first.
 */
final class Watermarks {
  private static final Logger LOGGER = LoggerFactory.getLogger(Watermarks.class);

  /**
   * The source partitions that share a record. Each may say as many versions as {@code
   * limits.versions}, with names as long as {@code limits.text}: 16 of them fit into a record.
   */
  private static final int TOGETHER = 16;

  private final KeyValueStore<String, ModelFrontiers> store;
  private final int partitions;
  private final long idleTimeout;
  private final Map<String, Long> firstHeard = new HashMap<>();

  /** When a partition of a model was first heard again after all had been idle. */
  private final Map<String, Long> resumed = new HashMap<>();

  private Set<String> moved = new HashSet<>();

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
   * @param complete whether every source partition has closed these panes: none is left out that is
   *     behind, or has never been heard of
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

  /**
   * A source partition has come to a frontier.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  void reached(String model, int partition, Frontier frontier, long now) {
    Map<String, Frontier> group = group(model, partition);
    Frontier before = group.get(Integer.toString(partition));
    boolean speaksAgain = !frontier.getIdle() && (before == null || before.getIdle());
    if (speaksAgain) {
      Collection<Frontier> known = known(model);
      if (!known.isEmpty() && known.stream().allMatch(Frontier::getIdle)) {
        resumed.put(model, now);
      }
    }
    group.put(Integer.toString(partition), frontier);
    store.put(key(model, partition), new ModelFrontiers(group));
    moved.add(model);
  }

  /**
   * The models of which event time may have gone on since this was last asked: a source partition
   * has come further, or the wait for the others is over.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  Set<String> takeMoved(long now) {
    for (String model : List.copyOf(resumed.keySet())) {
      if (!waits(model, now)) {
        resumed.remove(model);
        moved.add(model);
      }
    }
    Set<String> taken = moved;
    moved = new HashSet<>();
    return taken;
  }

  /**
   * A source partition has let go of the model: nothing of it is judged any more.
   *
   * @return whether all of them have
   */
  boolean forget(String model, int partition) {
    Map<String, Frontier> group = group(model, partition);
    group.remove(Integer.toString(partition));
    store.put(key(model, partition), group.isEmpty() ? null : new ModelFrontiers(group));
    boolean isLast = known(model).isEmpty();
    if (isLast) {
      firstHeard.remove(model);
      resumed.remove(model);
    }
    return isLast;
  }

  /** The source partitions that share a record with this one, in a map of its own. */
  private Map<String, Frontier> group(String model, int partition) {
    return new HashMap<>(read(key(model, partition)));
  }

  private static String key(String model, int partition) {
    return SeriesKey.modelKey(model, Integer.toString(partition / TOGETHER));
  }

  /** Of all source partitions that have been heard of. */
  private Collection<Frontier> known(String model) {
    if (partitions <= TOGETHER) {
      return read(key(model, 0)).values();
    }
    List<Frontier> all = new ArrayList<>();
    for (int first = 0; first < partitions; first += TOGETHER) {
      all.addAll(read(key(model, first)).values());
    }
    return all;
  }

  /** What cannot be read is forgotten: the partitions say again how far they have come. */
  private Map<String, Frontier> read(String key) {
    try {
      ModelFrontiers known = store.get(key);
      return known == null ? Map.of() : known.getPartitions();
    } catch (SerializationException e) {
      LOGGER.warn("event=forget what=frontiers key={} error={}", key, e.getMessage());
      // Unlike delete, this does not read what is there.
      store.put(key, null);
      return Map.of();
    }
  }

  /**
   * How far all source partitions have come.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  Watermark watermark(String model, String version, long now) {
    Collection<Frontier> known = known(model);
    if (known.isEmpty()) {
      return Watermark.NOWHERE;
    }
    long since = firstHeard.computeIfAbsent(model, key -> now);
    boolean allHeard = known.size() >= partitions;
    if (!allHeard && now - since < idleTimeout) {
      return Watermark.NOWHERE;
    }
    Collection<Frontier> counted = counted(model, known, now);
    long predictions = Long.MAX_VALUE;
    long labels = Long.MAX_VALUE;
    long awaited = Long.MAX_VALUE;
    for (Frontier frontier : counted) {
      predictions = Math.min(predictions, frontier.getPredictionsThrough());
      awaited = Math.min(awaited, frontier.getLabelsThrough());
      labels = Math.min(labels, closed(frontier, version));
    }
    long predicted = known.stream().mapToLong(Frontier::getPredicted).max().orElse(0);
    long through = labels;
    boolean complete =
        allHeard && known.stream().allMatch(frontier -> closed(frontier, version) >= through);
    return new Watermark(predictions, labels, awaited, predicted, complete);
  }

  /** The partitions that are waited for. */
  private Collection<Frontier> counted(String model, Collection<Frontier> known, long now) {
    List<Frontier> busy = known.stream().filter(frontier -> !frontier.getIdle()).toList();
    if (busy.size() == known.size() || (!busy.isEmpty() && !waits(model, now))) {
      return busy;
    }
    Stream<Frontier> furthest =
        known.stream()
            .filter(Frontier::getIdle)
            .max(Comparator.comparing(Frontier::getPredictionsThrough))
            .stream();
    return Stream.concat(busy.stream(), furthest).toList();
  }

  /** Whether all were idle and one speaks again, not long ago. */
  private boolean waits(String model, long now) {
    return now - resumed.getOrDefault(model, now - idleTimeout) < idleTimeout;
  }

  private static long closed(Frontier frontier, String version) {
    return frontier.getClosedThrough().getOrDefault(version, frontier.getLabelsThrough());
  }
}
