package io.evenkeel.app.status;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest windows of one series.
 *
 * @param series the series
 * @param windows in order of their start; at least one
 */
record SeriesHistory(SeriesKey series, List<JudgedWindow> windows) {

  SeriesHistory {
    windows = List.copyOf(windows);
  }

  /**
   * The history after another verdict of the series.
   *
   * @param kept number of newest windows to keep, at least 1
   */
  SeriesHistory with(Verdict verdict, int kept) {
    List<JudgedWindow> next = new ArrayList<>(windows);
    long start = verdict.getWindowStart().toEpochMilli();
    int at = next.size();
    while (at > 0 && next.get(at - 1).start() > start) {
      at--;
    }
    if (at > 0 && next.get(at - 1).start() == start) {
      next.set(at - 1, next.get(at - 1).with(verdict));
    } else {
      next.add(at, JudgedWindow.of(verdict));
    }
    return new SeriesHistory(series, next).newest(kept);
  }

  /** The history of so many windows at most, the newest. */
  SeriesHistory newest(int kept) {
    return windows.size() <= kept
        ? this
        : new SeriesHistory(series, windows.subList(windows.size() - kept, windows.size()));
  }

  /** About what it takes in memory. */
  long bytes() {
    return windows.stream().mapToLong(JudgedWindow::bytes).sum();
  }

  /** The newest window. */
  JudgedWindow newest() {
    return windows.get(windows.size() - 1);
  }

  /**
   * The window that says most of how the series is: the newest with enough labels, else the newest.
   */
  JudgedWindow telling() {
    for (int i = windows.size() - 1; i >= 0; i--) {
      if (windows.get(i).conclusive()) {
        return windows.get(i);
      }
    }
    return newest();
  }
}
