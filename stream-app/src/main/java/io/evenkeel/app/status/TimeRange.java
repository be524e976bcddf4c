package io.evenkeel.app.status;

import io.evenkeel.app.config.Durations;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;

/** A part of the time that a series is looked at in, as the page has it in its address. */
final class TimeRange {
  private TimeRange() {}

  /**
   * The windows that touch a range; all if none does, as of a range that is no longer kept.
   *
   * @param windows in the order of their start; at least one
   * @param range a duration before the end of the newest window, such as 7d; or two instants,
   *     joined by a slash; empty for all windows
   * @throws IllegalArgumentException if it is none of these
   */
  static List<JudgedWindow> within(List<JudgedWindow> windows, String range) {
    if (range.isEmpty()) {
      return windows;
    }
    int slash = range.indexOf('/');
    long newest = windows.get(windows.size() - 1).end();
    long from =
        slash < 0 ? newest - Durations.parse(range).toMillis() : millis(range.substring(0, slash));
    long to = slash < 0 ? newest : millis(range.substring(slash + 1));
    if (from >= to) {
      throw new IllegalArgumentException("'" + range + "' ends before it begins");
    }
    List<JudgedWindow> some =
        windows.stream().filter(window -> window.end() > from && window.start() < to).toList();
    return some.isEmpty() ? windows : some;
  }

  private static long millis(String instant) {
    try {
      return OffsetDateTime.parse(instant).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("'" + instant + "' is no instant", e);
    }
  }
}
