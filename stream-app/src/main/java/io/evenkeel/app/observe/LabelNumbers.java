package io.evenkeel.app.observe;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers labels in the order in which a partition counts them, and knows which panes have counted
 * labels that their sums lack as they were written. After a restart these are counted again: those
 * of a pane are few, and since panes that have waited for long are written, those of all are, too.
 * Mutable, in memory: after a restart it has to be {@linkplain #used given} the greatest number
 * that is stored anywhere.
 */
final class LabelNumbers {
  /**
   * The most labels before the last one that sums may lack: they are counted in a second or two.
   */
  static final long MOST_MISSING = 1 << 16;

  private long last;

  /** By pane, the first label that its sums lack, in the order of these. */
  private final Map<PaneKey, Long> missing = new LinkedHashMap<>();

  /** The next number, from 1. */
  long next() {
    return ++last;
  }

  /** Notes a number that was given before a restart. */
  void used(long number) {
    last = Math.max(last, number);
  }

  /** The last number that was given; 0 before the first. */
  long last() {
    return last;
  }

  /** Notes that the sums of a pane lack a label as they were written, and maybe earlier ones. */
  void missing(PaneKey key, long number) {
    missing.putIfAbsent(key, number);
  }

  /** Notes that the sums of a pane lack none, once the transaction is committed. */
  void written(PaneKey key) {
    missing.remove(key);
  }

  /** Takes the panes whose sums are to be written, as they lack a label of long ago. */
  List<PaneKey> takeOverdue() {
    List<PaneKey> overdue = new ArrayList<>();
    Iterator<Map.Entry<PaneKey, Long>> oldest = missing.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<PaneKey, Long> entry = oldest.next();
      if (entry.getValue() > last - MOST_MISSING) {
        break;
      }
      overdue.add(entry.getKey());
      oldest.remove();
    }
    return overdue;
  }
}
