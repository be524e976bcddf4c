package io.evenkeel.app.observe;

import io.evenkeel.app.state.SeriesKey;
import org.jspecify.annotations.Nullable;

/** One pane of one series. */
final class PaneKey {
  private final SeriesKey series;
  private final long start;

  /** Made when it is first asked for: every access to a store needs it. */
  private @Nullable String key;

  /**
   * The pane.
   *
   * @param start start of the pane, milliseconds since 1970
   */
  PaneKey(SeriesKey series, long start) {
    this.series = series;
    this.start = start;
  }

  SeriesKey series() {
    return series;
  }

  long start() {
    return start;
  }

  /** The key under which stores know it. */
  String key() {
    String made = key;
    if (made == null) {
      made = series.pane(start);
      key = made;
    }
    return made;
  }

  /** The pane of a key made by {@link #key()}. */
  static PaneKey parse(String key) {
    return new PaneKey(
        SeriesKey.parse(key), Long.parseLong(key.substring(key.lastIndexOf('|') + 1)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PaneKey pane && start == pane.start && series.equals(pane.series);
  }

  @Override
  public int hashCode() {
    return 31 * series.hashCode() + Long.hashCode(start);
  }

  @Override
  public String toString() {
    return key();
  }
}
