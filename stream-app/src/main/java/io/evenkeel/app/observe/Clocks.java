package io.evenkeel.app.observe;

import io.evenkeel.schemas.internal.ModelClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Event time of each model in this partition: mutable, kept in a store.
 *
 * <p>A model has two streams, predictions and labels, and its time is that of the slower one, so
 * that a label is not late because predictions were read faster. A stream that has been silent for
 * the idle timeout no longer holds the other back; when both have, time goes on with the wall
 * clock. Silence is measured from when this partition was opened, so that a backlog left by an
 * outage is not taken for it.
 */
final class Clocks {
  /** What is closed of a version before its first pane is: no event is older. */
  static final long NOTHING_CLOSED = 0;

  private final KeyValueStore<String, ModelClock> store;
  private final long idleTimeout;
  private final long openedAt;
  private final Map<String, Long> predictionSeenAt = new HashMap<>();
  private final Map<String, Long> labelSeenAt = new HashMap<>();

  Clocks(KeyValueStore<String, ModelClock> store, Duration idleTimeout, long now) {
    this.store = store;
    this.idleTimeout = idleTimeout.toMillis();
    this.openedAt = now;
  }

  /** A prediction of this version was made at the given time. */
  void predictionAt(String model, String version, long time, long now) {
    predictionSeenAt.put(model, now);
    ModelClock clock = store.get(model);
    if (clock == null || !clock.getClosedThrough().containsKey(version)) {
      closeThrough(model, version, NOTHING_CLOSED);
      clock = store.get(model);
    }
    if (clock.getPredicted() < time) {
      Long reached = clock.getPredictions();
      long further = reached == null ? time : Math.max(reached, time);
      store.put(model, builder(clock).setPredicted(time).setPredictions(further).build());
    }
  }

  /** Predictions of the model have come to the given time. */
  void predictionsReached(String model, long time, long now) {
    predictionSeenAt.put(model, now);
    ModelClock clock = store.get(model);
    if (clock == null || clock.getPredictions() == null || clock.getPredictions() < time) {
      store.put(model, builder(clock).setPredictions(time).build());
    }
  }

  /** Labels of the model have come to the given time. */
  void labelsReached(String model, long time, long now) {
    labelSeenAt.put(model, now);
    ModelClock clock = store.get(model);
    if (clock == null || clock.getLabels() == null || clock.getLabels() < time) {
      store.put(model, builder(clock).setLabels(time).build());
    }
  }

  /** Per version of the model, the end of the last closed pane, milliseconds since 1970. */
  Map<String, Long> closedThrough(String model) {
    ModelClock clock = store.get(model);
    return clock == null ? Map.of() : clock.getClosedThrough();
  }

  /** Panes of this version that end by this are closed, milliseconds since 1970. */
  long closedThrough(String model, String version) {
    return closedThrough(model).getOrDefault(version, NOTHING_CLOSED);
  }

  /** Closes the panes of this version that end by the given time. */
  void closeThrough(String model, String version, long end) {
    ModelClock clock = store.get(model);
    Map<String, Long> closed = new HashMap<>();
    if (clock != null) {
      closed.putAll(clock.getClosedThrough());
    }
    closed.merge(version, end, Math::max);
    store.put(model, builder(clock).setClosedThrough(closed).build());
  }

  /** All versions of all models that this partition has seen, with what is closed of them. */
  Map<String, Map<String, Long>> versions() {
    Map<String, Map<String, Long>> versions = new HashMap<>();
    try (KeyValueIterator<String, ModelClock> all = store.all()) {
      all.forEachRemaining(entry -> versions.put(entry.key, entry.value.getClosedThrough()));
    }
    return versions;
  }

  /**
   * Where event time of the model stands.
   *
   * @param predictions predictions made before this have been seen
   * @param labels labels known before this have been seen
   * @param idle whether the partition has been silent for the idle timeout
   * @param predicted when the newest prediction was made, 0 before the first
   */
  record Time(long predictions, long labels, boolean idle, long predicted) {}

  /** Where event time of the model stands; null while that cannot be said. */
  @Nullable Time time(String model, long now) {
    ModelClock clock = store.get(model);
    if (clock == null) {
      return null;
    }
    long silentPredictions = now - predictionSeenAt.getOrDefault(model, openedAt);
    long silentLabels = now - labelSeenAt.getOrDefault(model, openedAt);
    boolean predictionsIdle = silentPredictions >= idleTimeout;
    boolean labelsIdle = silentLabels >= idleTimeout;
    // A stream that has not begun stands at the beginning of time, from which one can subtract.
    long predictions = clock.getPredictions() == null ? NOTHING_CLOSED : clock.getPredictions();
    long labels = clock.getLabels() == null ? NOTHING_CLOSED : clock.getLabels();
    if (predictionsIdle && labelsIdle) {
      long time = Math.max(predictions, labels) + Math.min(silentPredictions, silentLabels);
      return new Time(time, time, true, clock.getPredicted());
    }
    long slower =
        predictionsIdle ? labels : labelsIdle ? predictions : Math.min(predictions, labels);
    return new Time(predictionsIdle ? labels : predictions, slower, false, clock.getPredicted());
  }

  private static ModelClock.Builder builder(@Nullable ModelClock clock) {
    return clock == null
        ? ModelClock.newBuilder()
            .setPredictions(null)
            .setPredicted(0)
            .setLabels(null)
            .setClosedThrough(Map.of())
        : ModelClock.newBuilder(clock);
  }
}
