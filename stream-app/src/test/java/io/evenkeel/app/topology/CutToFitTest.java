package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CutToFitTest {
  private static final int MOST = RecordSizes.PUBLIC;

  @Test
  void leavesWhatFitsAsItIs() {
    byte[] key = new byte[300_000];
    byte[] value = new byte[600_000];
    Headers headers = new RecordHeaders().add("trace", new byte[90_000]);

    CutToFit letter = CutToFit.of(key, value, headers, MOST);

    assertThat(letter).isEqualTo(new CutToFit(key, value, headers));
  }

  @Test
  void fitsWhateverTheSizeOfTheValue() {
    IntStream.iterate(1_040_000, size -> size <= 1_048_576, size -> size + 32)
        .forEach(CutToFitTest::assertFits);
    assertFits(5_000_000);
  }

  private static void assertFits(int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);

    CutToFit letter = CutToFit.of(new byte[10], value, new RecordHeaders(), MOST);

    assertThat(written(letter)).isLessThanOrEqualTo(MOST);
    byte[] kept = Objects.requireNonNull(letter.value());
    // AssertJ would box each of the million bytes.
    assertThat(Arrays.equals(kept, Arrays.copyOf(value, kept.length))).isTrue();
    assertThat(number(letter, CutToFit.VALUE)).isEqualTo(Integer.toString(size));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000_001, 5_000_000})
  void keepsTheValueWholeIfTheKeyAloneIsTooLarge(int size) {
    CutToFit letter = CutToFit.of(new byte[size], new byte[900_000], new RecordHeaders(), MOST);

    assertThat(written(letter)).isLessThanOrEqualTo(MOST);
    assertThat(letter.value()).hasSize(900_000);
    assertThat(number(letter, CutToFit.KEY)).isEqualTo(Integer.toString(size));
    assertThat(number(letter, CutToFit.VALUE)).isNull();
  }

  @Test
  void cutsAnInvalidKeyOfARecordWithoutValue() {
    CutToFit letter = CutToFit.of(new byte[2_000_000], null, new RecordHeaders(), MOST);

    assertThat(written(letter)).isLessThanOrEqualTo(MOST);
    assertThat(letter.value()).isNull();
  }

  @Test
  void leavesLargeHeadersOutAndKeepsThoseOfADeadLetter() {
    Headers headers = new RecordHeaders();
    IntStream.range(0, 100_000).forEach(i -> headers.add("h" + i, new byte[20]));
    DeadLetters.locate(headers, "labels", 3, 7);

    CutToFit letter = CutToFit.of(new byte[10], new byte[1_040_000], headers, MOST);

    assertThat(written(letter)).isLessThanOrEqualTo(MOST);
    assertThat(number(letter, CutToFit.HEADERS)).isNotNull();
    assertThat(number(letter, DeadLetters.OFFSET)).isEqualTo("7");
    assertThat(number(letter, DeadLetters.TOPIC)).isEqualTo("labels");
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 20_000, 83_616, 190_000})
  void fitsIntoASmallRequest(int most) {
    Headers headers = new RecordHeaders().add("trace", new byte[60_000]);
    DeadLetters.describe(headers, "unreadable", "x".repeat(2_000));
    DeadLetters.locate(headers, "labels", 3, 7);

    CutToFit letter = CutToFit.of(new byte[60_000], new byte[200_000], headers, most);

    assertThat(written(letter)).isLessThanOrEqualTo(most);
    assertThat(letter.key()).isNotEmpty();
    assertThat(letter.value()).isNotEmpty();
  }

  @Test
  void leavesNothingOfKeyAndValueWhereNothingFits() {
    CutToFit letter = CutToFit.of(new byte[9], new byte[9], new RecordHeaders(), -1);

    assertThat(letter.key()).isEmpty();
    assertThat(letter.value()).isEmpty();
  }

  private static @Nullable String number(CutToFit letter, String name) {
    var header = letter.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** As the producer measures it. */
  private static int written(CutToFit letter) {
    return AbstractRecords.estimateSizeInBytesUpperBound(
        RecordBatch.CURRENT_MAGIC_VALUE,
        CompressionType.NONE,
        letter.key() == null ? null : ByteBuffer.wrap(letter.key()),
        letter.value() == null ? null : ByteBuffer.wrap(letter.value()),
        letter.headers().toArray());
  }
}
