package io.evenkeel.app.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Which panes have changed, and which of them are worth publishing: those never published, those
 * that have grown by a share since, and those that have waited long enough. Mutable, in memory.
 */
final class Changes {
  /** A pane has grown when it changed as often as a part of all its changes: one in so many. */
  private static final int PARTS = 20;

  private final Map<PaneKey, Pane> panes = new HashMap<>();
  private final Set<PaneKey> changed = new HashSet<>();

  private static final class Pane {
    private long changes;

    /** How many of them are published. */
    private long published;

    /** When that was, wall-clock time. */
    private long at;

    private boolean isDue(long now, long patience) {
      return PARTS * (changes - published) > published || now - at >= patience || now < at;
    }
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
      Pane pane = Objects.requireNonNull(panes.get(key), "a pane that changed");
      if (pane.isDue(now, patience.applyAsLong(key))) {
        pane.published = pane.changes;
        pane.at = now;
        taken.add(key);
        all.remove();
      }
    }
    return taken;
  }
}
