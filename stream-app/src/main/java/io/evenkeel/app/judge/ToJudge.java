package io.evenkeel.app.judge;

import static java.util.Comparator.comparing;

import io.evenkeel.app.state.SeriesKey;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The series that are to be looked at: mutable. What has come of a series is looked at within a
 * quarter of an interval, unless the version was within the interval before: so no more is looked
 * at than with one look per interval, and what has come does not wait for the next one.
 *
 * <p>All series of a version are looked at together, as segments are compared with the whole.
 */
final class ToJudge {
  private static final int STEPS = 4;
  private static final Duration READ_WITHIN = Duration.ofMillis(200);

  private final Duration step;
  private final long least;
  private final Set<SeriesKey> series = new HashSet<>();

  /** When the series of each version were looked at, if that was within the interval. */
  private final Map<String, Long> lookedAt = new HashMap<>();

  /**
   * Without series.
   *
   * @param interval between two looks at a version, but for what ticks of the clock are early
   */
  ToJudge(Duration interval) {
    step = Duration.ofMillis(Math.max(1, interval.toMillis() / STEPS));
    least = interval.minus(step.dividedBy(2)).toMillis();
  }

  /** How often to ask. */
  Duration step() {
    return step;
  }

  /**
   * How long after a publication of the first stage to ask: it is read by then, unless under load.
   */
  Duration after() {
    return Collections.min(List.of(READ_WITHIN, step.multipliedBy(4).dividedBy(5)));
  }

  /** Something of the series has come, or it is time to look at it. */
  void add(SeriesKey key) {
    series.add(key);
  }

  /** Nothing of the series is left to look at. */
  void remove(SeriesKey key) {
    series.remove(key);
  }

  /** All that are to be looked at. */
  Collection<SeriesKey> all() {
    return Set.copyOf(series);
  }

  /**
   * Takes the series of which it is time, a whole model before its segments, with which it may have
   * to be compared.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  List<SeriesKey> take(long now) {
    lookedAt.values().removeIf(at -> now - at >= least || at > now);
    List<SeriesKey> taken =
        series.stream()
            .filter(key -> !lookedAt.containsKey(key.modelKey()))
            .sorted(comparing(SeriesKey::key))
            .toList();
    for (SeriesKey key : taken) {
      series.remove(key);
      lookedAt.put(key.modelKey(), now);
    }
    return taken;
  }
}
