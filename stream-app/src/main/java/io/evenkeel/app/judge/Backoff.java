package io.evenkeel.app.judge;

import io.evenkeel.app.state.PaneGrid;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which provisional verdicts of a series are worth issuing, if any is: the first one of a window,
 * those whose window has changed by a share, and those that are out of date. A window is the sooner
 * out of date the newer it is. Mutable; lost with a restart, after which each window that has
 * changed gets one verdict more.
 *
 * <p>Final verdicts and alerts do not wait, and so do not depend on the clock.
 */
final class Backoff {
  /** A window has changed when its labels or its predictions have by so many parts of them. */
  private static final int PARTS = 10;

  /** So many of the newest windows wait; where more are open, older ones get all verdicts. */
  private static final int MOST_REMEMBERED = 256;

  /** What is remembered of a window takes so much memory. */
  private static final int BYTES = 140;

  private final boolean provisional;
  private final NavigableMap<Long, Shown> shown = new TreeMap<>();
  private long now;
  private long dueAt = Long.MAX_VALUE;

  /**
   * The newest verdict on a window, or where none was wanted the newest look.
   *
   * @param content of the window in the verdict
   * @param seen hash of its content at the last look, which may be newer
   * @param at when it was issued, by the wall clock
   */
  private record Shown(WindowContents.Content content, long seen, long at) {

    boolean isOutgrown(WindowContents.Content other) {
      return isOutgrown(content.labelled(), other.labelled())
          || isOutgrown(content.predictions(), other.predictions());
    }

    private static boolean isOutgrown(long before, long after) {
      return PARTS * Math.abs(after - before) > before;
    }
  }

  /** Of a series that gets provisional verdicts, or not. */
  Backoff(boolean provisional) {
    this.provisional = provisional;
  }

  /** Whether the series gets provisional verdicts. */
  boolean isProvisional() {
    return provisional;
  }

  /** Begins a look, by the wall clock, milliseconds since 1970. */
  void begin(long time) {
    now = time;
    dueAt = Long.MAX_VALUE;
  }

  /**
   * Whether the window has changed since the last look; after a restart, since its verdict.
   *
   * @param end of the window, milliseconds since 1970
   * @param issued its newest verdict; null before the first
   */
  boolean isNews(long end, @Nullable Issued issued, WindowContents.Content content) {
    Shown last = shown.get(end);
    return last == null
        ? issued == null || content.hash() != issued.content()
        : content.hash() != last.seen;
  }

  /**
   * Whether a window that has changed since its newest verdict gets another one now; if not, it
   * will when {@link #dueAt} has come.
   *
   * @param end of the window, milliseconds since 1970
   * @param newest end of the newest window
   * @param cut lengths of windows
   */
  boolean isDue(long end, WindowContents.Content content, long newest, PaneGrid cut) {
    if (!provisional) {
      issued(end, content);
      return false;
    }
    Shown last = shown.get(end);
    if (last == null || last.isOutgrown(content) || now < last.at) {
      return true;
    }
    long outOfDate = last.at + cut.freshFor(newest - end);
    if (now >= outOfDate) {
      return true;
    }
    if (content.hash() != last.seen) {
      shown.put(end, new Shown(last.content, content.hash(), last.at));
    }
    dueAt = Math.min(dueAt, outOfDate);
    return false;
  }

  /** A verdict was issued, or is not wanted, on the window that ends at the time. */
  void issued(long end, WindowContents.Content content) {
    shown.put(end, new Shown(content, content.hash(), now));
    if (shown.size() > MOST_REMEMBERED) {
      shown.pollFirstEntry();
    }
  }

  /** Windows that end by the time are final. */
  void settled(long end) {
    shown.headMap(end, true).clear();
  }

  /** About what it takes in memory. */
  long bytes() {
    return (long) BYTES * shown.size();
  }

  /** Forgets the older half of the windows; they get a verdict at the next look that finds news. */
  void forgetOlderHalf() {
    for (int forgotten = (shown.size() + 1) / 2; forgotten > 0; forgotten--) {
      shown.pollFirstEntry();
    }
  }

  /** When the next verdict that was held back is due, by the wall clock; never without one. */
  long dueAt() {
    return dueAt;
  }
}
