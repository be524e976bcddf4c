package io.evenkeel.core.moments;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * <p>Cost: one comparison for most ids that are not kept. For an id that is kept, the entries after
 * it are moved in an array of k.
 *
 * @param <T> type of an item
 */
public final class BottomK<T> {
  private static final int FEW = 8;

  private final int k;
  private final long seed;
  private final Hasher64 hasher;

  /** In the order of their hashes, and then of their ids. */
  private final List<Entry<T>> entries = new ArrayList<>(FEW);

  /** The hashes of the entries, shifted so that they compare as signed numbers. */
  private long[] ranks = new long[FEW];

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
   * Adds an item, or replaces the one with the same id, and reports the entry that had to leave for
   * it, for a copy of the sample that is kept elsewhere.
   *
   * @param evicted takes that entry, if there is one
   * @return whether the item is now in the sample
   */
  public boolean add(String id, T item, Consumer<? super Entry<T>> evicted) {
    return add(new Entry<>(hasher.hashCharsToLong(id), id, item), evicted);
  }

  private boolean add(Entry<T> entry, Consumer<? super Entry<T>> evicted) {
    int place = place(entry);
    if (place < entries.size() && entries.get(place).id().equals(entry.id())) {
      entries.set(place, entry);
      return true;
    }
    if (place == k) {
      return false;
    }
    if (entries.size() == ranks.length) {
      ranks = Arrays.copyOf(ranks, 2 * ranks.length);
    }
    System.arraycopy(ranks, place, ranks, place + 1, entries.size() - place);
    ranks[place] = rank(entry);
    entries.add(place, entry);
    if (entries.size() > k) {
      evicted.accept(entries.remove(k));
    }
    return true;
  }

  private static long rank(Entry<?> entry) {
    return entry.hash() ^ Long.MIN_VALUE;
  }

  /** Where the entry is, or belongs. */
  private int place(Entry<T> entry) {
    long rank = rank(entry);
    int size = entries.size();
    if (size > 0 && rank > ranks[size - 1]) {
      return size;
    }
    int place = Arrays.binarySearch(ranks, 0, size, rank);
    if (place < 0) {
      return -place - 1;
    }
    while (place > 0 && ranks[place - 1] == rank) {
      place--;
    }
    while (place < size
        && ranks[place] == rank
        && entries.get(place).id().compareTo(entry.id()) < 0) {
      place++;
    }
    return place;
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
