package io.evenkeel.app.replay;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * Mutable: tells the rows of a file apart whose ids repeat, so that a sample by keys can hold each.
 * The first row of an id has the id as its key, each later one a key of its own.
 *
 * <p>It keeps a hash of 64 bits for each of the first {@value #MOST} different ids, at most 48 MiB.
 * Beyond, an id that it does not know counts as new, unless an id has repeated before: then the
 * number of the row tells its rows apart.
 */
public final class CaseKeys {
  private static final int MOST = 2_000_000;
  private static final Hasher64 HASHER = Hashing.komihash5_0();

  /** An open table at most half full, whose length is a power of 2; 0 where there is none. */
  private long[] hashes = new long[1024];

  /** How many rows have the id. */
  private int[] counts = new int[1024];

  private int size;
  private long rows;
  private boolean hasRepeats;

  /**
   * Adds a row. O(1) on average.
   *
   * @return which row of its id it is: 1 for the first, another number for each later one
   */
  public long add(String id) {
    rows++;
    long hash = hash(id);
    int place = place(hash);
    if (hashes[place] == hash) {
      hasRepeats = true;
      return ++counts[place];
    }
    if (isFull()) {
      return hasRepeats ? rows : 1;
    }
    hashes[place] = hash;
    counts[place] = 1;
    if (2 * ++size > hashes.length) {
      grow();
    }
    return 1;
  }

  /**
   * The key of a row.
   *
   * @param row which of its id, as {@link #add} says
   */
  public static String key(String id, long row) {
    return row == 1 ? id : id + '\0' + row;
  }

  /**
   * Whether a key is an id that one row has, as far as is known.
   *
   * @param key as {@link #key} makes it
   */
  public boolean isOnce(String key) {
    long hash = hash(key);
    int place = place(hash);
    return hashes[place] == hash ? counts[place] == 1 : isFull() && key.indexOf('\0') < 0;
  }

  /** Whether it has so many ids that others are not followed. */
  public boolean isFull() {
    return size == MOST;
  }

  /**
   * How many ids two files have in common.
   *
   * @param once those that one row of each file has
   * @param repeated those that several rows of one of them have
   */
  public record Common(long once, long repeated) {}

  /** The ids that this and another have. O(ids of this). */
  public Common common(CaseKeys other) {
    long once = 0;
    long repeated = 0;
    for (int i = 0; i < hashes.length; i++) {
      int place = other.place(hashes[i]);
      if (hashes[i] != 0 && other.hashes[place] != 0) {
        boolean isOnce = counts[i] == 1 && other.counts[place] == 1;
        once += isOnce ? 1 : 0;
        repeated += isOnce ? 0 : 1;
      }
    }
    return new Common(once, repeated);
  }

  private static long hash(String id) {
    long hash = HASHER.hashCharsToLong(id);
    return hash == 0 ? 1 : hash;
  }

  /** Where the hash is, or belongs. */
  private int place(long hash) {
    int mask = hashes.length - 1;
    int place = (int) hash & mask;
    while (hashes[place] != 0 && hashes[place] != hash) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldCounts = counts;
    hashes = new long[2 * oldHashes.length];
    counts = new int[hashes.length];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0) {
        int place = place(oldHashes[i]);
        hashes[place] = oldHashes[i];
        counts[place] = oldCounts[i];
      }
    }
  }
}
