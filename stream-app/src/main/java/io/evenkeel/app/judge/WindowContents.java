package io.evenkeel.app.judge;

import io.evenkeel.app.state.PaneGrid;
import java.util.Arrays;
import java.util.NavigableMap;

/** What the windows over panes hold, each found without walking through its panes. */
final class WindowContents {
  private static final long FACTOR = 31;
  private static final long BEGINNING = 17;

  private final long[] starts;

  /** Of the panes before each: the sum of their contents, each times 31 for every pane after it. */
  private final long[] before;

  /** Of the panes before each: the sums of their labels and predictions. */
  private final long[] labelledBefore;

  private final long[] predictionsBefore;

  /** Powers of 31, modulo 2^64 as all these numbers. */
  private final long[] powers;

  /**
   * What a window holds.
   *
   * @param hash equal for windows with the same panes of the same content, and almost surely not
   *     otherwise
   * @param labelled labels that it counts
   * @param predictions predictions seen
   */
  record Content(long hash, long labelled, long predictions) {}

  /**
   * The windows over these panes.
   *
   * @param panes by start
   */
  WindowContents(NavigableMap<Long, MergedPane> panes) {
    int n = panes.size();
    starts = new long[n];
    before = new long[n + 1];
    labelledBefore = new long[n + 1];
    predictionsBefore = new long[n + 1];
    powers = new long[n + 1];
    powers[0] = 1;
    int i = 0;
    for (MergedPane pane : panes.values()) {
      starts[i] = pane.start();
      before[i + 1] = FACTOR * before[i] + pane.content();
      labelledBefore[i + 1] = labelledBefore[i] + pane.sketch().labelled();
      predictionsBefore[i + 1] = predictionsBefore[i] + pane.predictions();
      powers[i + 1] = FACTOR * powers[i];
      i++;
    }
  }

  /**
   * What a window holds.
   *
   * @param from start of the window, milliseconds since 1970
   * @param to its end, exclusive
   */
  Content of(long from, long to) {
    int first = index(from);
    int end = index(to);
    long power = powers[end - first];
    return new Content(
        BEGINNING * power + before[end] - before[first] * power,
        labelledBefore[end] - labelledBefore[first],
        predictionsBefore[end] - predictionsBefore[first]);
  }

  /**
   * End of the newest pane with a label of a window that has one, milliseconds since 1970; that of
   * the window if no such pane is kept.
   */
  long labelledBy(long end, PaneGrid cut) {
    int first = index(cut.windowStart(end));
    for (int i = index(end) - 1; i >= first; i--) {
      if (labelledBefore[i + 1] > labelledBefore[i]) {
        return cut.endOf(starts[i]);
      }
    }
    return end;
  }

  /** Of the first pane that starts at the time or later. */
  private int index(long time) {
    int found = Arrays.binarySearch(starts, time);
    return found >= 0 ? found : -found - 1;
  }
}
