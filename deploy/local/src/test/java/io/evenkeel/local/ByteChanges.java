package io.evenkeel.local;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Changes bytes of records behind the id of their schema, a few places at a time: mutable, the same
 * for the same seed.
 */
final class ByteChanges {
  private static final int SCHEMA = 5;

  private final SplittableRandom random;

  ByteChanges(SplittableRandom random) {
    this.random = random;
  }

  /** The record as it is, one time in four; else with one to four changes. */
  byte[] of(byte[] record) {
    byte[] changed = record;
    for (int i = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(4); i > 0; i--) {
      changed = changed.length <= SCHEMA ? record : change(changed);
    }
    return changed;
  }

  private byte[] change(byte[] record) {
    int at = random.nextInt(SCHEMA, record.length);
    return switch (random.nextInt(5)) {
      case 0 -> with(record, at, record[at] ^ 1 << random.nextInt(8));
      case 1 -> with(record, at, random.nextInt());
      case 2 -> with(record, at, random.nextBoolean() ? 0xff : 0x80);
      case 3 -> Arrays.copyOf(record, at);
      default -> inserted(record, at);
    };
  }

  private static byte[] with(byte[] record, int at, int value) {
    byte[] changed = record.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private byte[] inserted(byte[] record, int at) {
    byte[] more = new byte[random.nextInt(1, 12)];
    random.nextBytes(more);
    byte[] changed = Arrays.copyOf(record, record.length + more.length);
    System.arraycopy(more, 0, changed, at, more.length);
    System.arraycopy(record, at, changed, at + more.length, record.length - at);
    return changed;
  }
}
