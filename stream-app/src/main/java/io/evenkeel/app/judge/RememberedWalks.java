package io.evenkeel.app.judge;

import io.evenkeel.app.state.SeriesKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the last look at each series came to, so that the next need not walk there again: mutable,
 * as many as there is room for. Without it a look begins with what is stored.
 */
final class RememberedWalks {
  /** Of a monitor: 24 KB for two classes, 45 for ten, 91 for ten numbers. */
  private static final long BYTES = 64 << 10;

  private final Room room;
  private final Map<SeriesKey, MonitorWalk.Reached> walks = new HashMap<>();

  /**
   * Nothing is remembered.
   *
   * @param room that is shared with other tasks
   */
  RememberedWalks(Room room) {
    this.room = room;
  }

  /** Takes out where the last look came to; null if that is not known. */
  MonitorWalk.@Nullable Reached take(SeriesKey series) {
    MonitorWalk.Reached known = walks.remove(series);
    if (known != null) {
      room.give(BYTES);
    }
    return known;
  }

  /** Remembers where a look came to, if there is room. */
  void put(SeriesKey series, MonitorWalk.Reached reached) {
    take(series);
    if (room.take(BYTES)) {
      walks.put(series, reached);
    }
  }

  /** Remembers nothing any more. */
  void close() {
    room.give(BYTES * walks.size());
    walks.clear();
  }
}
