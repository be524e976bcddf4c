package io.evenkeel.app.observe;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Which panes have changed, and which of them are worth publishing: those never published, those
 * that have grown by a share since, and those that have waited long enough. Mutable, in memory: of
 * more panes than it remembers, those that changed longest ago count as never published.
 */
final class Changes {
  /** A pane has grown when it changed as often as a part of all its changes: one in so many. */
  private static final int PARTS = 20;

  /** Of the heap, what is remembered in a task, and bytes that a pane takes of it. */
  private static final int PART_OF_HEAP = 256;

  private static final int BYTES = 320;

  private final Map<PaneKey, Pane> panes;
  private final Set<PaneKey> changed = new HashSet<>();

  private static final class Pane {
    private long changes;

    /** How many of them are published. */
    private long published;

    /** When that was, wall-clock time. */
    private long at;

    private boolean hasGrown() {
      return PARTS * (changes - published) > published;
    }

    private boolean hasWaited(long now, long patience) {
      return now - at >= patience || now < at;
    }
  }

  /** No pane, and memory for some. */
  Changes() {
    this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP / BYTES);
  }

  /**
   * No pane.
   *
   * @param most number of panes to remember
   */
  Changes(long most) {
    this.panes =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<PaneKey, Pane> eldest) {
            return size() > most;
          }
        };
  }

  /** Notes one more change of a pane. */
  void add(PaneKey key) {
    Pane pane = panes.computeIfAbsent(key, none -> new Pane());
    if (pane.changes == pane.published) {
      changed.add(key);
    }
    pane.changes++;
  }

  /** Lets a pane count as one that was never published. */
  void renew(PaneKey key) {
    panes.remove(key);
    add(key);
  }

  /** Forgets a pane. */
  void forget(PaneKey key) {
    panes.remove(key);
    changed.remove(key);
  }

  /**
   * Takes the panes that are to be published now; the others wait.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @param patience how long after its last publication a pane may wait, milliseconds
   */
  Set<PaneKey> take(long now, ToLongFunction<PaneKey> patience) {
    Set<PaneKey> taken = new HashSet<>();
    for (Iterator<PaneKey> all = changed.iterator(); all.hasNext(); ) {
      PaneKey key = all.next();
      Pane pane = panes.get(key);
      if (pane == null || pane.hasGrown() || pane.hasWaited(now, patience.applyAsLong(key))) {
        if (pane != null) {
          pane.published = pane.changes;
          pane.at = now;
        }
        taken.add(key);
        all.remove();
      }
    }
    return taken;
  }
}
