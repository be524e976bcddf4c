package io.evenkeel.app.state;

import io.evenkeel.app.config.WindowSettings;

/**
 * How event time is cut: into panes of one length, and windows that are unions of consecutive
 * panes.
 *
 * @param length length of a pane, milliseconds, &gt; 0
 * @param window length of a window, milliseconds, a multiple of the pane's
 * @param grace how far out of order predictions and labels may come, milliseconds, &ge; 0
 */
public record PaneGrid(long length, long window, long grace) {

  /** The cut that the settings ask for. */
  public static PaneGrid of(WindowSettings settings) {
    return new PaneGrid(
        settings.advance().toMillis(), settings.size().toMillis(), settings.grace().toMillis());
  }

  /** Start of the pane that holds the time. */
  public long startOf(long time) {
    return Math.floorDiv(time, length) * length;
  }

  /** End, exclusive, of the pane that starts at the time. */
  public long endOf(long start) {
    return start + length;
  }

  /** Start of the window that ends at the time. */
  public long windowStart(long end) {
    return end - window;
  }
}
