package io.evenkeel.app.evaluate;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * Mutable: counts the rows whose id an earlier row has, among the first {@value #MOST}. It keeps a
 * hash of 64 bits for each: two different ids share one in one of millions of such files.
 */
final class RepeatedIds {
  private static final int MOST = 2_000_000;
  private static final Hasher64 HASHER = Hashing.komihash5_0();

  private long[] hashes = new long[1024];
  private int size;

  void add(String id) {
    if (size == MOST) {
      return;
    }
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.min(MOST, 2 * size));
    }
    hashes[size++] = HASHER.hashCharsToLong(id);
  }

  long count() {
    Arrays.sort(hashes, 0, size);
    long repeated = 0;
    for (int i = 1; i < size; i++) {
      repeated += hashes[i] == hashes[i - 1] ? 1 : 0;
    }
    return repeated;
  }
}
