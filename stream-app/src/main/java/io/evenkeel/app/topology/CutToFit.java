package io.evenkeel.app.topology;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, cut where it is too large to be written: with its own headers it is larger than
 * the record that came in.
 *
 * <p>First the headers that the record came with are left out, if they are large; then the key is
 * cut, if it is large, then the value. What was cut has a header with its whole length in bytes:
 * {@value #HEADERS}, {@value #KEY}, {@value #VALUE}.
 *
 * @param key its key
 * @param value its value
 * @param headers its headers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CutToFit(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
  /** Header with the length of the headers that were left out. */
  static final String HEADERS = "evenkeel.cut.headers";

  /** Header with the length of the whole key. */
  static final String KEY = "evenkeel.cut.key";

  /** Header with the length of the whole value. */
  static final String VALUE = "evenkeel.cut.value";

  /** What is larger than this, or than a quarter of the letter, is cut before the value is. */
  private static final int LARGE = 64 << 10;

  /** What frames a record, and each of its headers. */
  private static final int FRAME = 100;

  /**
   * The letter, cut if it has more than so many bytes.
   *
   * @param most a few KiB more than the headers of a dead letter have
   */
  static CutToFit of(byte @Nullable [] key, byte @Nullable [] value, Headers headers, int most) {
    CutToFit whole = new CutToFit(key, value, headers);
    if (whole.length() <= most) {
      return whole;
    }
    int large = Math.max(0, Math.min(LARGE, most / 4));
    return whole.withSmallHeaders(large).withSmallKey(large).withValueWithin(most);
  }

  /** The letter without its value, if it has one. */
  CutToFit withoutValue() {
    return value == null
        ? this
        : new CutToFit(key, new byte[0], with(headers, VALUE, value.length));
  }

  private CutToFit withSmallHeaders(int large) {
    int length = length(headers);
    if (length <= large) {
      return this;
    }
    Headers own = new RecordHeaders();
    headers.forEach(
        header -> {
          if (DeadLetters.NAMES.contains(header.key())) {
            own.add(header);
          }
        });
    return new CutToFit(key, value, with(own, HEADERS, length));
  }

  private CutToFit withSmallKey(int large) {
    return key == null || key.length <= large
        ? this
        : new CutToFit(Arrays.copyOf(key, large), value, with(headers, KEY, key.length));
  }

  private CutToFit withValueWithin(int most) {
    if (value == null || length() <= most) {
      return this;
    }
    Headers cut = with(headers, VALUE, value.length);
    int room = Math.max(0, most - new CutToFit(key, null, cut).length());
    return new CutToFit(key, Arrays.copyOf(value, room), cut);
  }

  private static Headers with(Headers headers, String name, int length) {
    byte[] number = Integer.toString(length).getBytes(StandardCharsets.UTF_8);
    return new RecordHeaders(headers).add(name, number);
  }

  private int length() {
    return FRAME + length(key) + length(value) + length(headers);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static int length(Headers headers) {
    int length = 0;
    for (Header header : headers) {
      length += FRAME + header.key().getBytes(StandardCharsets.UTF_8).length;
      length += length(header.value());
    }
    return length;
  }
}
