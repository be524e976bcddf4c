package io.evenkeel.app.judge;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often a series is predicted for: the two longest recent gaps between its predictions.
 *
 * <p>The usual gap is the shorter of the two, so one outage does not count as a habit. A gap is
 * remembered for ten times its own length: nights for days, weekends for weeks.
 *
 * @param predictedThrough end of the newest final pane with predictions, milliseconds since 1970; 0
 *     before the first
 * @param longest the two longest recent gaps, longest first
 */
record Gaps(long predictedThrough, List<Gap> longest) {
  private static final int KEPT = 2;
  private static final int LIFETIMES = 10;

  /** Before the first prediction. */
  static final Gaps NONE = new Gaps(0, List.of());

  /**
   * A time without predictions between two panes with some.
   *
   * @param length milliseconds
   * @param endedAt start of the pane that ended it, milliseconds since 1970
   */
  record Gap(long length, long endedAt) {

    private boolean isRecent(Gap newest) {
      return newest.endedAt - endedAt <= LIFETIMES * length;
    }
  }

  /** Copies the list. */
  Gaps {
    longest = List.copyOf(longest);
  }

  /**
   * These gaps after another pane with predictions.
   *
   * @param end of the pane, milliseconds since 1970
   * @param length of a pane, milliseconds
   */
  Gaps after(long end, long length) {
    long gap = end - length - predictedThrough;
    return predictedThrough == 0 || gap <= 0
        ? new Gaps(end, longest)
        : new Gaps(end, with(new Gap(gap, end - length)));
  }

  /**
   * Since when data have been missing, milliseconds since 1970: predictions if they are.
   *
   * @param labelledThrough end of the newest final pane with labels
   * @param isPredicted whether the newest window has predictions
   */
  long missingSince(long labelledThrough, boolean isPredicted) {
    return isPredicted ? labelledThrough : Math.max(labelledThrough, predictedThrough);
  }

  private List<Gap> with(Gap newest) {
    return Stream.concat(longest.stream().filter(gap -> gap.isRecent(newest)), Stream.of(newest))
        .sorted(Comparator.comparingLong(Gap::length).reversed())
        .limit(KEPT)
        .toList();
  }

  /** The usual gap, milliseconds; 0 while no two are known. */
  long usual() {
    return longest.size() < KEPT ? 0 : longest.get(KEPT - 1).length();
  }
}
