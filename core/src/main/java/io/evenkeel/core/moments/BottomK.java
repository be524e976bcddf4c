package io.evenkeel.core.moments;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A mutable uniform sample of at most k items: those whose ids have the smallest 64-bit hashes
 * (XXH3, seeded, compared as unsigned numbers).
 *
 * <p>The sample depends only on the set of ids that were added and on the seed: not on order, on
 * repetition or on how the items were spread over the samples that merged into it. Given ids that
 * say nothing of the items, it is a simple random sample without replacement. (Cohen and Kaplan
 * 2007, doi:10.1145/1281100.1281133.)
 *
 * <p>Cost: O(log k) time for an id that is kept, one comparison for most others.
 *
 * @param <T> type of an item
 */
public final class BottomK<T> {
  private static final Comparator<Entry<?>> ORDER =
      Comparator.<Entry<?>>comparingLong(entry -> entry.hash() ^ Long.MIN_VALUE)
          .thenComparing(Entry::id);

  private final int k;
  private final long seed;
  private final Hasher64 hasher;
  private final TreeSet<Entry<T>> entries = new TreeSet<>(ORDER);

  /**
   * A sampled item.
   *
   * @param hash the hash of the id
   * @param id the id
   * @param item the item
   * @param <T> its type
   */
  public record Entry<T>(long hash, String id, T item) {}

  /**
   * An empty sample.
   *
   * @param k its largest size, at least 1
   * @param seed the seed of the hash; samples merge only if they share it
   */
  public BottomK(int k, long seed) {
    this.k = Checks.atLeast("size", k, 1);
    this.seed = seed;
    this.hasher = Hashing.xxh3_64(seed);
  }

  /**
   * Adds an item, or replaces the one with the same id.
   *
   * @return whether the item is now in the sample
   */
  public boolean add(String id, T item) {
    return add(id, item, evicted -> {});
  }

  /**
   * Adds an item, or replaces the one with the same id, and tells which entry had to leave for it:
   * for a copy of the sample that is kept elsewhere.
   *
   * @param evicted takes that entry, if there is one
   * @return whether the item is now in the sample
   */
  public boolean add(String id, T item, Consumer<? super Entry<T>> evicted) {
    return add(new Entry<>(hasher.hashCharsToLong(id), id, item), evicted);
  }

  private boolean add(Entry<T> entry, Consumer<? super Entry<T>> evicted) {
    if (entries.size() == k && ORDER.compare(entry, entries.last()) > 0) {
      return false;
    }
    if (!entries.add(entry)) {
      entries.remove(entry);
      entries.add(entry);
    }
    if (entries.size() > k) {
      evicted.accept(entries.pollLast());
    }
    return true;
  }

  /**
   * Adds all items of another sample; of two items with one id the other's stays.
   *
   * @throws IllegalArgumentException if size or seed differ
   */
  public void merge(BottomK<T> other) {
    if (other.k != k || other.seed != seed) {
      throw new IllegalArgumentException(
          "only samples of one size and seed merge, got sizes "
              + k
              + " and "
              + other.k
              + ", seeds "
              + seed
              + " and "
              + other.seed);
    }
    other.entries.forEach(entry -> add(entry, evicted -> {}));
  }

  /** The number of items. */
  public int size() {
    return entries.size();
  }

  /** The sampled entries in the order of their hashes. */
  public List<Entry<T>> entries() {
    return List.copyOf(entries);
  }

  /** The sampled items in the order of their hashes. */
  public List<T> items() {
    List<T> items = new ArrayList<>(entries.size());
    entries.forEach(entry -> items.add(entry.item()));
    return items;
  }
}
