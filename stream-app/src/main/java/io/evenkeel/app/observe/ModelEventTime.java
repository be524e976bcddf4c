package io.evenkeel.app.observe;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.internal.ModelClock;
import io.evenkeel.schemas.internal.VersionClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Event time of each model in this partition: mutable, kept in a store.
 *
 * <p>A model has two streams, predictions and labels, and its time is that of the slower one, so
 * that a label is not late because predictions were read faster. A stream that has been silent for
 * the idle timeout no longer holds the other back; when both have, time goes on with the wall
 * clock.
 *
 * <p>Silence is the time for which this partition listened in vain. It does not grow while the
 * partition is not read, so that a backlog left by an outage does not count as silence. Nor is a
 * stream idle of which a record {@linkplain Backlog waits}, or has within the timeout. A restart
 * does not end it, so that frequent restarts do not hide that nothing comes. After each start a
 * stream is idle no sooner than the timeout. Nor is it sooner after the other one has begun, or has
 * spoken again after a silence of its own: what was not to be expected before is not missing.
 */
final class ModelEventTime {
  /** What is closed of a version before its first pane is: no event is older. */
  static final long NOTHING_CLOSED = 0;

  private static final ModelClock UNSEEN =
      ModelClock.newBuilder()
          .setPredictions(null)
          .setPredicted(0)
          .setLabels(null)
          .setSilentPredictions(0)
          .setSilentLabels(0)
          .setVersions(Map.of())
          .build();

  private final KeyValueStore<String, ModelClock> store;
  private final long idleTimeout;
  private final LongUnaryOperator steady;
  private final long openedAt;
  private final Backlog.Heads unread;

  /** Since when the silence of a model's streams is not in the store. */
  private final Map<String, Listening> listening = new HashMap<>();

  /** The models in the store. */
  private final Set<String> known = new HashSet<>();

  /** Those that have a version. */
  private final Set<String> predicting = new HashSet<>();

  private record Listening(long predictionsSince, long labelsSince) {}

  /** Whatever is called {@code now} is wall-clock time, milliseconds since 1970. */
  ModelEventTime(
      KeyValueStore<String, ModelClock> store, Duration idleTimeout, ObserveState.Opening opening) {
    this.store = store;
    this.idleTimeout = idleTimeout.toMillis();
    this.unread = opening.unread();
    this.steady = opening.steady();
    this.openedAt = steady.applyAsLong(opening.now());
    try (KeyValueIterator<String, ModelClock> all = store.all()) {
      all.forEachRemaining(entry -> remember(entry.key, entry.value));
    }
  }

  private void remember(String model, ModelClock clock) {
    known.add(model);
    if (clock.getVersions().isEmpty()) {
      predicting.remove(model);
    } else {
      predicting.add(model);
    }
  }

  private Listening listening(String model) {
    return listening.getOrDefault(model, new Listening(openedAt, openedAt));
  }

  /** A prediction of this version was made at the given time. */
  void predictionAt(String model, String version, long time, long now) {
    update(
        model,
        before -> {
          ModelClock clock = predictionsHeard(model, before, now);
          VersionClock known = clock.getVersions().get(version);
          if (known != null && known.getPredicted() >= time) {
            return predictionsReached(clock, time);
          }
          long closed = known == null ? NOTHING_CLOSED : known.getClosedThrough();
          return new ModelClock(
              later(clock.getPredictions(), time),
              Math.max(clock.getPredicted(), time),
              clock.getLabels(),
              0L,
              clock.getSilentLabels(),
              with(clock.getVersions(), version, new VersionClock(closed, time)));
        });
  }

  /** Predictions of the model have come to the given time. */
  void predictionsReached(String model, long time, long now) {
    update(model, clock -> predictionsReached(predictionsHeard(model, clock, now), time));
  }

  private ModelClock predictionsHeard(String model, ModelClock clock, long now) {
    long at = steady.applyAsLong(now);
    Listening since = listening(model);
    long silence = clock.getSilentPredictions() + at - since.predictionsSince;
    boolean begins = clock.getPredictions() == null || silence >= idleTimeout;
    listening.put(model, new Listening(at, begins ? at : since.labelsSince));
    return begins && clock.getSilentLabels() > 0
        ? ModelClock.newBuilder(clock).setSilentLabels(0).build()
        : clock;
  }

  private ModelClock labelsHeard(String model, ModelClock clock, long now) {
    long at = steady.applyAsLong(now);
    Listening since = listening(model);
    long silence = clock.getSilentLabels() + at - since.labelsSince;
    boolean begins = clock.getLabels() == null || silence >= idleTimeout;
    listening.put(model, new Listening(begins ? at : since.predictionsSince, at));
    return begins && clock.getSilentPredictions() > 0
        ? ModelClock.newBuilder(clock).setSilentPredictions(0).build()
        : clock;
  }

  /**
   * A prediction of the model came too late. If none made later has been seen, the partition works
   * through a backlog and is not idle: the others are to wait for what is not late of it.
   */
  void lateAt(String model, long time, long now) {
    if (!isAt(clock(model).getPredictions(), time)) {
      predictionsReached(model, time, now);
    }
  }

  private static ModelClock predictionsReached(ModelClock clock, long time) {
    return isAt(clock.getPredictions(), time) && clock.getSilentPredictions() == 0
        ? clock
        : new ModelClock(
            later(clock.getPredictions(), time),
            clock.getPredicted(),
            clock.getLabels(),
            0L,
            clock.getSilentLabels(),
            clock.getVersions());
  }

  /** Labels of the model have come to the given time. */
  void labelsReached(String model, long time, long now) {
    update(model, clock -> labelsReached(labelsHeard(model, clock, now), time));
  }

  private static ModelClock labelsReached(ModelClock clock, long time) {
    return isAt(clock.getLabels(), time) && clock.getSilentLabels() == 0
        ? clock
        : new ModelClock(
            clock.getPredictions(),
            clock.getPredicted(),
            later(clock.getLabels(), time),
            clock.getSilentPredictions(),
            0L,
            clock.getVersions());
  }

  private static boolean isAt(@Nullable Long reached, long time) {
    return reached != null && reached >= time;
  }

  private static long later(@Nullable Long reached, long time) {
    return reached == null ? time : Math.max(reached, time);
  }

  /** Per version of the model, the end of the last closed pane, milliseconds since 1970. */
  Map<String, Long> closedThrough(String model) {
    return closed(clock(model));
  }

  /** Panes of this version that end by this are closed, milliseconds since 1970. */
  long closedThrough(String model, String version) {
    VersionClock known = clock(model).getVersions().get(version);
    return known == null ? NOTHING_CLOSED : known.getClosedThrough();
  }

  /** Whether anything has been heard of the model. */
  boolean knows(String model) {
    return known.contains(model);
  }

  /** The number of models of which anything has been heard. */
  int heard() {
    return known.size();
  }

  /** Whether the model has a version that is not forgotten. */
  boolean predicts(String model) {
    return predicting.contains(model);
  }

  /** The number of models that have a version that is not forgotten. */
  int predicting() {
    return predicting.size();
  }

  /** The number of versions of the model that are not forgotten. */
  int versions(String model) {
    return clock(model).getVersions().size();
  }

  /** Whether the version has been seen, and is not forgotten. */
  boolean knows(String model, String version) {
    return clock(model).getVersions().containsKey(version);
  }

  /** Closes the panes of this version that end by the given time. */
  void closeThrough(String model, String version, long end) {
    update(
        model,
        clock -> {
          VersionClock known = clock.getVersions().get(version);
          long predicted = known == null ? 0 : known.getPredicted();
          long closed = known == null ? end : Math.max(known.getClosedThrough(), end);
          return ModelClock.newBuilder(clock)
              .setVersions(with(clock.getVersions(), version, new VersionClock(closed, predicted)))
              .build();
        });
  }

  /** When the newest prediction of the version was made, milliseconds since 1970. */
  long predicted(String model, String version) {
    VersionClock known = clock(model).getVersions().get(version);
    return known == null ? 0 : known.getPredicted();
  }

  /** Knows nothing of the version any more. */
  void forget(String model, String version) {
    update(
        model,
        clock -> {
          Map<String, VersionClock> versions = new HashMap<>(clock.getVersions());
          versions.remove(version);
          return ModelClock.newBuilder(clock).setVersions(versions).build();
        });
  }

  /**
   * Whether nothing is left of the model but its name: it has no version, and nothing has been
   * heard of it for this long, which is more than the idle timeout.
   */
  boolean isOver(String model, Duration silence, long now) {
    ModelClock clock = clock(model);
    Time time = time(model, now);
    return time != null
        && time.idle()
        && clock.getVersions().isEmpty()
        && time.labels() - lastHeard(clock) >= silence.toMillis();
  }

  private static long lastHeard(ModelClock clock) {
    return Math.max(
        later(clock.getPredictions(), NOTHING_CLOSED), later(clock.getLabels(), NOTHING_CLOSED));
  }

  /** Knows nothing of the model any more. */
  void forget(String model) {
    store.delete(model);
    known.remove(model);
    predicting.remove(model);
    listening.remove(model);
  }

  /** All versions of all models that this partition has seen, with what is closed of them. */
  Map<String, Map<String, Long>> versions() {
    Map<String, Map<String, Long>> versions = new HashMap<>();
    try (KeyValueIterator<String, ModelClock> all = store.all()) {
      all.forEachRemaining(entry -> versions.put(entry.key, closed(entry.value)));
    }
    return versions;
  }

  private static Map<String, Long> closed(ModelClock clock) {
    Map<String, Long> closed = new HashMap<>();
    clock.getVersions().forEach((version, at) -> closed.put(version, at.getClosedThrough()));
    return closed;
  }

  /**
   * Where event time of the model stands.
   *
   * @param predictions predictions made before this have been seen
   * @param labels labels known before this have been seen
   * @param idle whether the partition has been silent for the idle timeout
   * @param predicted when the newest prediction was made, 0 before the first
   */
  record Time(long predictions, long labels, boolean idle, long predicted) {

    /** Panes that end by this get no more predictions, milliseconds since 1970. */
    long predictionsThrough(ModelSettings settings) {
      return Math.max(NOTHING_CLOSED, predictions - settings.window().grace().toMillis());
    }

    /** Panes that end by this get no more labels, milliseconds since 1970. */
    long labelsThrough(ModelSettings settings) {
      return Math.max(NOTHING_CLOSED, labels - settings.closesAfter().toMillis());
    }
  }

  /** Where event time of the model stands; null while that cannot be said. */
  @Nullable Time time(String model, long now) {
    ModelClock clock = store.get(model);
    if (clock == null) {
      return null;
    }
    Listening since = listening(model);
    long at = steady.applyAsLong(now);
    long silentPredictions = clock.getSilentPredictions() + at - since.predictionsSince;
    long silentLabels = clock.getSilentLabels() + at - since.labelsSince;
    boolean listened = at - openedAt >= idleTimeout;
    boolean predictionsIdle =
        listened && silentPredictions >= idleTimeout && !hasWaited(unread.predictions());
    boolean labelsIdle = listened && silentLabels >= idleTimeout && !hasWaited(unread.labels());
    if (predictionsIdle && labelsIdle) {
      long time = lastHeard(clock) + Math.min(silentPredictions, silentLabels);
      return new Time(time, time, true, clock.getPredicted());
    }
    // A stream that has not begun stands at the beginning of time, from which one can subtract.
    long predictions = later(clock.getPredictions(), NOTHING_CLOSED);
    long labels = later(clock.getLabels(), NOTHING_CLOSED);
    long slower =
        predictionsIdle ? labels : labelsIdle ? predictions : Math.min(predictions, labels);
    return new Time(predictionsIdle ? labels : predictions, slower, false, clock.getPredicted());
  }

  private boolean hasWaited(Backlog.Head next) {
    return next.hasWaited(Duration.ofMillis(idleTimeout));
  }

  /** Notes the silence of all models, of each once per idle timeout, so that a restart keeps it. */
  void note(long now) {
    long at = steady.applyAsLong(now);
    Map<String, ModelClock> noted = new HashMap<>();
    try (KeyValueIterator<String, ModelClock> all = store.all()) {
      while (all.hasNext()) {
        var entry = all.next();
        Listening since = listening(entry.key);
        if (at - Math.max(since.predictionsSince, since.labelsSince) >= idleTimeout) {
          ModelClock clock = entry.value;
          noted.put(
              entry.key,
              ModelClock.newBuilder(clock)
                  .setSilentPredictions(clock.getSilentPredictions() + at - since.predictionsSince)
                  .setSilentLabels(clock.getSilentLabels() + at - since.labelsSince)
                  .build());
        }
      }
    }
    noted.forEach(
        (model, clock) -> {
          store.put(model, clock);
          listening.put(model, new Listening(at, at));
        });
  }

  private ModelClock clock(String model) {
    ModelClock clock = store.get(model);
    return clock == null ? UNSEEN : clock;
  }

  /** Stores a change; one that returns what it was given changes nothing. */
  @SuppressWarnings("ReferenceEquality")
  private void update(String model, UnaryOperator<ModelClock> change) {
    ModelClock clock = clock(model);
    ModelClock changed = change.apply(clock);
    if (changed != clock) {
      store.put(model, changed);
      remember(model, changed);
    }
  }

  /** Values are shared, not copied: records never change. */
  private static Map<String, VersionClock> with(
      Map<String, VersionClock> versions, String version, VersionClock clock) {
    Map<String, VersionClock> all = new HashMap<>(versions);
    all.put(version, clock);
    return all;
  }
}
