package io.evenkeel.app.status;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Verdict;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The newest windows of all series, by the keys of the series, in bounded memory: when they take
 * more than they may, the longest histories lose their oldest windows. The newest window of a
 * series stays.
 *
 * <p>Mutable; safe for use by many threads.
 */
final class SeriesHistories {
  private final int kept;
  private final long most;
  private final NavigableMap<String, SeriesHistory> all = new ConcurrentSkipListMap<>();

  /** How many windows of a series fit now, at most {@link #kept}. */
  private int fitting;

  private long bytes;

  /**
   * No history.
   *
   * @param kept number of newest windows to keep of each series, at least 1
   * @param most bytes that all may take
   */
  SeriesHistories(int kept, long most) {
    this.kept = kept;
    this.most = most;
    this.fitting = kept;
  }

  /** Takes in a verdict. Amortized over many, its cost does not depend on the number of series. */
  synchronized void add(Verdict verdict) {
    SeriesKey key = new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
    SeriesHistory before = all.getOrDefault(key.key(), new SeriesHistory(key, List.of()));
    replace(key.key(), before, before.with(verdict, fitting));
    while (bytes > most && fitting > 1) {
      // An eighth at a time, so that the next verdicts do not come here again.
      fitting -= Math.max(1, fitting / 8);
      all.forEach((name, history) -> replace(name, history, history.newest(fitting)));
    }
  }

  private void replace(String key, SeriesHistory before, SeriesHistory after) {
    bytes += after.bytes() - before.bytes();
    all.put(key, after);
  }

  /** Drops the histories of these series; whether there was one. */
  synchronized boolean drop(Set<String> keys) {
    boolean dropped = false;
    for (String key : keys) {
      SeriesHistory history = all.remove(key);
      if (history != null) {
        bytes -= history.bytes();
        fitting = kept;
        dropped = true;
      }
    }
    return dropped;
  }

  /** The histories, in order of the keys of their series. */
  Map<String, SeriesHistory> all() {
    return all;
  }
}
