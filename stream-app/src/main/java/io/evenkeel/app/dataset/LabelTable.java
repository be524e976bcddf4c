package io.evenkeel.app.dataset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: the labels of a file of their own by the cells that are their keys, and which of them a
 * prediction asked for.
 *
 * @param <T> what a label is
 */
final class LabelTable<T> {
  private final String file;
  private final Map<List<String>, Entry<T>> entries = new HashMap<>();
  private List<String> firstAsked = List.of();

  private static final class Entry<T> {
    private final T label;
    private final int number;
    private boolean isAsked;

    private Entry(T label, int number) {
      this.label = label;
      this.number = number;
    }
  }

  /**
   * No labels yet.
   *
   * @param file the name of their file
   */
  LabelTable(String file) {
    this.file = file;
  }

  /** Adds a label; whether it is the first of its key. Another is left out. */
  boolean add(List<String> key, T label) {
    return entries.putIfAbsent(key, new Entry<>(label, entries.size())) == null;
  }

  /** The label of a prediction; null if there is none. */
  @Nullable T ask(List<String> key) {
    if (firstAsked.isEmpty()) {
      firstAsked = key;
    }
    Entry<T> entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    entry.isAsked = true;
    return entry.label;
  }

  /** The labels that no prediction has asked for; empty without any. O(labels). */
  Optional<UnmatchedLabels> unmatched() {
    long rows = 0;
    int least = Integer.MAX_VALUE;
    List<String> first = List.of();
    for (Map.Entry<List<String>, Entry<T>> one : entries.entrySet()) {
      if (!one.getValue().isAsked) {
        rows++;
        if (one.getValue().number < least) {
          least = one.getValue().number;
          first = one.getKey();
        }
      }
    }
    return rows == 0
        ? Optional.empty()
        : Optional.of(new UnmatchedLabels(file, rows, first, firstAsked));
  }
}
