package io.evenkeel.app.observe;

import io.evenkeel.app.state.SeriesKey;

/**
 * One pane of one series.
 *
 * @param series the series
 * @param start start of the pane, milliseconds since 1970
 */
record PaneKey(SeriesKey series, long start) {

  /** The key under which stores know it. */
  String key() {
    return series.pane(start);
  }

  /** The pane of a key made by {@link #key()}. */
  static PaneKey parse(String key) {
    return new PaneKey(
        SeriesKey.parse(key), Long.parseLong(key.substring(key.lastIndexOf('|') + 1)));
  }
}
