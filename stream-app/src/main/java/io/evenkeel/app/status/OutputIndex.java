package io.evenkeel.app.status;

import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Profile;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the output topics say: the newest windows of every series, alerts, silences, profiles and
 * published maps. Made from the topics alone, so that it is the same on every instance.
 *
 * <p>A series that is judged no more is dropped, with its profile, its map and its alerts that are
 * not open. The topics come in no order among each other, and keep what was said of it: a series
 * that is not said to be judged is dropped only when everything has been read that was there when
 * it came.
 *
 * <p>Mutable; safe for use by many threads. What it hands out does not change.
 */
final class OutputIndex {
  private final InstantSource clock;
  private final SeriesHistories series;
  private final NavigableMap<String, AlertHistory> alerts = new ConcurrentSkipListMap<>();
  private final NavigableMap<String, LearnedProfile> profiles = new ConcurrentSkipListMap<>();
  private final NavigableMap<String, PublishedMap> maps = new ConcurrentSkipListMap<>();
  private final NavigableMap<String, Silence> silences = new ConcurrentSkipListMap<>();
  private final Set<String> judged = ConcurrentHashMap.newKeySet();
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();
  private final AtomicLong version = new AtomicLong();

  /**
   * An empty index.
   *
   * @param series for the windows of each series
   */
  OutputIndex(SeriesHistories series) {
    this(series, InstantSource.system());
  }

  /**
   * An empty index.
   *
   * @param series for the windows of each series
   * @param clock by which silences end
   */
  OutputIndex(SeriesHistories series, InstantSource clock) {
    this.series = series;
    this.clock = clock;
  }

  /** Takes in a value of an output topic; of other types than those five nothing is kept. */
  void add(Object value) {
    if (value instanceof Verdict verdict) {
      series.add(verdict);
    } else if (value instanceof Alert alert) {
      alerts.compute(
          alert.getFingerprint(),
          (name, history) -> history == null ? AlertHistory.of(alert) : history.with(alert));
    } else if (value instanceof Profile profile) {
      profiles.put(
          SeriesKey.whole(profile.getModel(), profile.getVersion()).key(),
          LearnedProfile.of(profile));
    } else if (value instanceof PublishedMap map) {
      maps.put(new SeriesKey(map.getModel(), map.getVersion(), map.getSegment()).key(), map);
    } else if (value instanceof Silence silence) {
      // The topic keeps those that have ended; no alert that is open names one.
      silences.put(silence.getSilenceId(), silence);
      silences.values().removeIf(other -> !holds(other));
    }
    version.incrementAndGet();
  }

  /** Forgets the map of the series of the key, as {@link SeriesKey#key} makes it. */
  void deleteMap(String key) {
    maps.remove(key);
    version.incrementAndGet();
  }

  /** Forgets the silence of the ID. */
  void deleteSilence(String id) {
    silences.remove(id);
    version.incrementAndGet();
  }

  /**
   * Takes in whether a series is judged.
   *
   * @param key of the series, as {@link SeriesKey#key} makes it
   */
  void judged(String key, boolean isJudged) {
    if (isJudged) {
      judged.add(key);
    } else {
      judged.remove(key);
    }
  }

  /**
   * Drops what is of a series that is not judged, and was so when this was called before. To be
   * called when everything has been taken in that the topics had at the call before: what came by
   * then of a series that had begun is of one that is known to be judged now.
   */
  void dropForgotten() {
    doubtful.removeAll(judged);
    boolean dropped = series.drop(doubtful);
    dropped |= profiles.keySet().removeAll(doubtful);
    dropped |= maps.keySet().removeAll(doubtful);
    dropped |= alerts.values().removeIf(this::isForgotten);
    doubtful.clear();
    doubtful.addAll(series.all().keySet());
    doubtful.addAll(profiles.keySet());
    doubtful.addAll(maps.keySet());
    alerts.values().stream()
        .filter(OutputIndex::isOver)
        .map(OutputIndex::seriesOf)
        .forEach(doubtful::add);
    doubtful.removeAll(judged);
    if (dropped) {
      version.incrementAndGet();
    }
  }

  /**
   * Grows after every change: what was read from the index after it was asked is as new, or newer.
   */
  long version() {
    return version.get();
  }

  /** All series, in order of their keys. */
  Collection<SeriesHistory> series() {
    return series.all().values();
  }

  /** The series of the key, as {@link SeriesKey#key} makes it. */
  Optional<SeriesHistory> series(String key) {
    return Optional.ofNullable(series.all().get(key));
  }

  /** All alerts. */
  Collection<AlertHistory> alerts() {
    return alerts.values();
  }

  /** The alert of a fingerprint. */
  Optional<AlertHistory> alert(String fingerprint) {
    return Optional.ofNullable(alerts.get(fingerprint));
  }

  /** The alerts of a series. */
  List<AlertHistory> alerts(SeriesKey key) {
    return alerts.values().stream().filter(alert -> key(alert.newest()).equals(key)).toList();
  }

  /** The profile that the series is judged with, or that is being learned. */
  Optional<LearnedProfile> profile(SeriesKey key) {
    return Optional.ofNullable(profiles.get(SeriesKey.whole(key.model(), key.version()).key()));
  }

  /** The map that was published of the series, or that it was withdrawn; empty if none ever was. */
  Optional<PublishedMap> map(SeriesKey key) {
    return Optional.ofNullable(maps.get(key.key()));
  }

  /** What silences the alert; empty if nothing does, or that is not known or has ended. */
  Optional<Silence> silence(Alert alert) {
    return Optional.ofNullable(alert.getSilencedBy()).map(silences::get).filter(this::holds);
  }

  private boolean holds(Silence silence) {
    return silence.getEndsAt().isAfter(clock.instant());
  }

  private boolean isForgotten(AlertHistory alert) {
    return isOver(alert) && doubtful.contains(seriesOf(alert)) && !isOfJudgedModel(alert.newest());
  }

  /** Dead letters are of a model, of which no series need have the name. */
  private boolean isOfJudgedModel(Alert alert) {
    return !Rule.isOfSeries(alert.getRule())
        && judged.stream().anyMatch(key -> key.startsWith(SeriesKey.modelPrefix(alert.getModel())));
  }

  private static boolean isOver(AlertHistory alert) {
    return !isAlive(alert.newest());
  }

  private static String seriesOf(AlertHistory alert) {
    return key(alert.newest()).key();
  }

  /** Whether the alert is open. */
  static boolean isAlive(Alert alert) {
    return switch (alert.getState()) {
      case FIRING, NO_DATA, PENDING -> true;
      case RESOLVED, UNKNOWN -> false;
    };
  }

  /** The series that the alert is about. */
  static SeriesKey key(Alert alert) {
    return new SeriesKey(alert.getModel(), alert.getVersion(), alert.getSegment());
  }
}
