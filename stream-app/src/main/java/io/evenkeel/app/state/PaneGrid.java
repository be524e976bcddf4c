package io.evenkeel.app.state;

import io.evenkeel.app.config.WindowSettings;
import java.time.Duration;

/**
 * How event time is cut: into panes of one length, and windows that are unions of consecutive
 * panes.
 *
 * @param length length of a pane, milliseconds, &gt; 0
 * @param window length of a window, milliseconds, a multiple of the pane's
 * @param grace how far out of order predictions and labels may come, milliseconds, &ge; 0
 */
public record PaneGrid(long length, long window, long grace) {
  /** What is newest is out of date after a hundredth of a window, but at most a minute. */
  private static final int FRESH_PARTS = 100;

  private static final long FRESH_AT_MOST = Duration.ofMinutes(1).toMillis();

  /** What is older is out of date after a tenth of its age longer. */
  private static final int AGE_PARTS = 10;

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

  /**
   * How long, in milliseconds of the wall clock, what is said of a window that changes little is up
   * to date.
   *
   * @param age from the end of the window to the newest event, milliseconds
   */
  public long freshFor(long age) {
    return Math.min(window / FRESH_PARTS, FRESH_AT_MOST) + Math.max(0, age) / AGE_PARTS;
  }

  /** Start of the window that ends at the time. */
  public long windowStart(long end) {
    return end - window;
  }
}
