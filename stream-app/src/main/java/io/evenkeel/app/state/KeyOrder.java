package io.evenkeel.app.state;

import java.util.Comparator;

/**
 * The order of keys in stores: that of the bytes of their UTF-8, which is not the order of chars
 * where there are surrogates.
 */
final class KeyOrder implements Comparator<String> {
  static final KeyOrder INSTANCE = new KeyOrder();

  private static final int SURROGATES = Character.MAX_SURROGATE + 1 - Character.MIN_SURROGATE;

  private KeyOrder() {}

  @Override
  public int compare(String one, String other) {
    int end = Math.min(one.length(), other.length());
    for (int i = 0; i < end; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return Integer.compare(rank(one.charAt(i)), rank(other.charAt(i)));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Surrogates stand for characters that are after all others. */
  private static int rank(char c) {
    if (c > Character.MAX_SURROGATE) {
      return c - SURROGATES;
    }
    return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
  }
}
