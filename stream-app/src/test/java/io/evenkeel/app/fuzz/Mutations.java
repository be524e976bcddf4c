package io.evenkeel.app.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes real records, a few places at a time: mutable, the same for the same seed. */
public final class Mutations {
  /** What numbers of a text format become. */
  private static final List<String> TOKENS =
      List.of(
          "null",
          "true",
          "\"NaN\"",
          "\"\"",
          "-1",
          "0",
          "1e308",
          "-1e308",
          "1e999",
          "5e-324",
          "[]",
          "{}",
          "99999999999999999999",
          "[[[[[[[[",
          "\"\\u0000\"",
          "\"\\ud800\"",
          ",",
          ":",
          "/**/");

  private final SplittableRandom random;

  /** All that follows from the seed. */
  public Mutations(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A number from 0 on. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /**
   * The record with one to four changes.
   *
   * @param other a record of which a part may be taken
   * @param from where changes may begin
   */
  public byte[] of(byte[] record, byte[] other, int from) {
    byte[] changed = record;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      changed = changed.length <= from ? record : change(changed, other, from);
    }
    return changed;
  }

  private byte[] change(byte[] record, byte[] other, int from) {
    int at = from + random.nextInt(record.length - from);
    return switch (random.nextInt(10)) {
      case 0 -> with(record, at, (byte) (record[at] ^ (1 << random.nextInt(8))));
      case 1 -> with(record, at, (byte) random.nextInt());
      case 2 -> with(record, at, (byte) (random.nextBoolean() ? 0xff : 0x80));
      case 3 -> Arrays.copyOf(record, at);
      case 4 -> without(record, at, random.nextInt(1 + Math.min(16, record.length - at)));
      case 5 -> inserted(record, at, bytes(random.nextInt(1, 12)));
      case 6 -> inserted(record, at, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
      case 7 -> inserted(Arrays.copyOf(record, at), at, tail(other));
      case 8 -> number(record, at);
      default ->
          inserted(record, at, TOKENS.get(below(TOKENS.size())).getBytes(StandardCharsets.UTF_8));
    };
  }

  private byte[] tail(byte[] other) {
    return Arrays.copyOfRange(other, below(other.length), other.length);
  }

  /** Eight bytes that are an extreme double. */
  private byte[] number(byte[] record, int at) {
    byte[] changed = record.clone();
    if (at + Double.BYTES <= record.length) {
      long bits = Double.doubleToRawLongBits(ExtremeEvents.number(random));
      ByteBuffer.wrap(changed).putLong(at, Long.reverseBytes(bits));
    }
    return changed;
  }

  private byte[] bytes(int n) {
    byte[] bytes = new byte[n];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] with(byte[] record, int at, byte value) {
    byte[] changed = record.clone();
    changed[at] = value;
    return changed;
  }

  private static byte[] without(byte[] record, int at, int n) {
    byte[] changed = Arrays.copyOf(record, record.length - n);
    System.arraycopy(record, at + n, changed, at, record.length - at - n);
    return changed;
  }

  private static byte[] inserted(byte[] record, int at, byte[] bytes) {
    byte[] changed = Arrays.copyOf(record, record.length + bytes.length);
    System.arraycopy(bytes, 0, changed, at, bytes.length);
    System.arraycopy(record, at, changed, at + bytes.length, record.length - at);
    return changed;
  }
}
