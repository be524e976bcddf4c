package io.evenkeel.app.observe;

import io.evenkeel.app.state.Entries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which predictions each pane has, so that closing a pane deletes them and looks at no others:
 * mutable, kept in a store as lists of a few ids each. An id may be listed twice.
 */
final class Members {
  /** Ids of a list: it is written whole with each commit in which it grew. */
  private static final int MOST_OF_A_LIST = 16;

  /** Follows {@code |} in the order of keys, and so all keys that start with a pane's and it. */
  private static final char AFTER = '}';

  private final KeyValueStore<String, List<String>> store;
  private final KeyValueStore<String, Observation> observations;

  /** The number of the list of each pane that grows. */
  private final Map<PaneKey, Integer> growing = new HashMap<>();

  /** The open panes that have lists from before a restart, or from before they were closed. */
  private final Set<PaneKey> found = new HashSet<>();

  private final Set<PaneKey> closing = new LinkedHashSet<>();

  /**
   * The members as they were before a restart; the panes that are not open any more are closing.
   *
   * @param isOpen whether a pane is open
   */
  Members(
      KeyValueStore<String, List<String>> store,
      KeyValueStore<String, Observation> observations,
      Predicate<PaneKey> isOpen) {
    this.store = store;
    this.observations = observations;
    for (PaneKey pane = first(null); pane != null; pane = first(pane.key() + AFTER)) {
      (isOpen.test(pane) ? found : closing).add(pane);
    }
  }

  /** The pane of the first list from the key on; null without one. */
  private @Nullable PaneKey first(@Nullable String from) {
    try (KeyValueIterator<String, List<String>> lists = store.range(from, null)) {
      if (!lists.hasNext()) {
        return null;
      }
      String key = lists.peekNextKey();
      return PaneKey.parse(key.substring(0, key.lastIndexOf('|')));
    }
  }

  /** Lists a prediction of an open pane. */
  void add(PaneKey pane, String id) {
    int number = growing.computeIfAbsent(pane, this::next);
    List<String> ids = store.get(key(pane, number));
    if (ids != null && ids.size() >= MOST_OF_A_LIST) {
      number++;
      growing.put(pane, number);
      ids = null;
    }
    List<String> grown = ids == null ? new ArrayList<>(MOST_OF_A_LIST) : ids;
    grown.add(id);
    store.put(key(pane, number), grown);
  }

  /** Mostly of a pane without a list: a walk through the store would write all that it holds. */
  private int next(PaneKey pane) {
    return found.remove(pane) || closing.contains(pane) ? afterLast(pane) : 0;
  }

  private int afterLast(PaneKey pane) {
    String prefix = pane.key() + '|';
    try (KeyValueIterator<String, List<String>> lists =
        store.reverseRange(prefix, pane.key() + AFTER)) {
      return lists.hasNext()
          ? Integer.parseInt(lists.peekNextKey().substring(prefix.length()), 16) + 1
          : 0;
    }
  }

  private static String key(PaneKey pane, int number) {
    String digits = Integer.toHexString(number);
    return pane.key() + '|' + "0".repeat(8 - digits.length()) + digits;
  }

  /** The predictions of a pane that are listed, each once. */
  Set<String> of(PaneKey pane) {
    Set<String> all = new LinkedHashSet<>();
    Entries.forEach(
        store.prefixScan(pane.key() + '|', new StringSerializer()),
        (key, ids) -> all.addAll(ids),
        unreadable -> {});
    return all;
  }

  /** Lets the predictions of a pane be deleted that was closed. */
  void close(PaneKey pane) {
    growing.remove(pane);
    found.remove(pane);
    closing.add(pane);
  }

  /** Whether the predictions of a pane are being deleted. */
  boolean isClosing(PaneKey pane) {
    return closing.contains(pane);
  }

  /**
   * Deletes predictions of panes that were closed.
   *
   * @param most how many, but for those of a list more
   * @param isOpen whether a pane is open again, as one of a version that was forgotten may be: it
   *     keeps what it has until it is closed
   */
  void drop(int most, Predicate<PaneKey> isOpen) {
    int[] dropped = {0};
    while (dropped[0] < most && !closing.isEmpty()) {
      PaneKey pane = closing.iterator().next();
      if (isOpen.test(pane)) {
        closing.remove(pane);
        found.add(pane);
      } else if (drop(pane, most, dropped)) {
        closing.remove(pane);
      }
    }
  }

  /** Whether all of the pane are deleted. */
  private boolean drop(PaneKey pane, int most, int[] dropped) {
    try (KeyValueIterator<String, List<String>> lists =
        store.prefixScan(pane.key() + '|', new StringSerializer())) {
      while (dropped[0] < most && lists.hasNext()) {
        Entries.next(
            lists,
            (key, ids) -> {
              // Unlike delete, this does not read what is there.
              ids.forEach(id -> observations.put(id, null));
              store.put(key, null);
              dropped[0] += ids.size();
            },
            unreadable -> {});
      }
      return !lists.hasNext();
    }
  }
}
