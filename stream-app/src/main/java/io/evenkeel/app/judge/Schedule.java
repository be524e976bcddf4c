package io.evenkeel.app.judge;

import io.evenkeel.app.state.SeriesKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** When each series is to be looked at if nothing new is received of it: mutable. */
final class Schedule {
  private final Map<SeriesKey, Due> due = new HashMap<>();
  private final Map<SeriesKey, Backoff> backoffs = new HashMap<>();
  private final Set<SeriesKey> unplaced = new HashSet<>();
  private final boolean provisional;
  private final Room room;

  /**
   * Without series.
   *
   * @param provisional whether series get provisional verdicts
   * @param room for what looks held back; where it is full, less is held back
   */
  Schedule(boolean provisional, Room room) {
    this.provisional = provisional;
    this.room = room;
  }

  /** The series that were ever looked at, and are not forgotten. */
  Set<SeriesKey> series() {
    return due.keySet();
  }

  /** A look at the series is due then. */
  void put(SeriesKey series, Due at) {
    due.put(series, at);
  }

  /** A look at the series is due once it is known how far its version has come. */
  void awaitWatermark(SeriesKey series) {
    unplaced.add(series);
  }

  /** What the last look held back, for the look that begins; a look that fails leaves nothing. */
  Backoff begin(SeriesKey series, long now) {
    Backoff known = remove(series);
    Backoff last = known == null ? new Backoff(provisional) : known;
    last.begin(now);
    return last;
  }

  /** What a look held back. */
  void put(SeriesKey series, Backoff backoff) {
    remove(series);
    while (backoff.bytes() > 0 && !room.take(backoff.bytes())) {
      backoff.forgetOlderHalf();
    }
    backoffs.put(series, backoff);
  }

  /** All verdicts are issued the next time that they may be. */
  void restart(SeriesKey series) {
    remove(series);
  }

  private @Nullable Backoff remove(SeriesKey series) {
    Backoff last = backoffs.remove(series);
    if (last != null) {
      room.give(last.bytes());
    }
    return last;
  }

  /** Forgets a series. */
  void forget(SeriesKey series) {
    due.remove(series);
    unplaced.remove(series);
    remove(series);
  }

  /** Gives all of its room back. */
  void close() {
    Set.copyOf(backoffs.keySet()).forEach(this::remove);
  }

  /**
   * Names the series of which it is time.
   *
   * @param moved the models of which event time has gone on
   * @param watermark how far a series has come
   * @param now the wall clock, milliseconds since 1970
   */
  void forEachDue(
      Set<String> moved,
      Function<SeriesKey, Watermarks.Watermark> watermark,
      long now,
      Consumer<SeriesKey> then) {
    Map<String, Watermarks.Watermark> reaches = new HashMap<>();
    Function<SeriesKey, Watermarks.Watermark> reach =
        key -> reaches.computeIfAbsent(key.modelKey(), version -> watermark.apply(key));
    due.forEach(
        (key, at) -> {
          if (moved.contains(key.model()) && at.isReached(reach.apply(key))) {
            then.accept(key);
          }
        });
    unplaced.removeIf(
        key -> {
          boolean isPlaced = !reach.apply(key).equals(Watermarks.Watermark.NOWHERE);
          if (isPlaced) {
            then.accept(key);
          }
          return isPlaced;
        });
    backoffs.forEach(
        (key, backoff) -> {
          if (backoff.dueAt() <= now) {
            then.accept(key);
          }
        });
  }
}
