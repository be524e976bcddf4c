package io.evenkeel.app.topology;

import io.evenkeel.app.config.AppConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the dead letters of records that came in: as they came, but for what is too large and for
 * what is not to be kept. Where predictions are not kept as they come, the value of one is not kept
 * at all: it may hold what is to be hashed or dropped.
 *
 * @param topic of dead letters
 * @param withheld topic whose values are not kept; empty if there is none
 * @param most largest letter, in bytes
 */
public record Quarantine(String topic, String withheld, int most) {
  /** How an application sets records aside. */
  public static Quarantine of(AppConfig config) {
    return new Quarantine(
        config.topics().deadLetters(),
        config.privacy().isAsked() ? config.topics().predictions() : "",
        RecordSizes.deadLetter(config.kafka()));
  }

  /**
   * The letter of a record.
   *
   * @param from topic that the record came from
   * @param timestamp of the record
   * @param headers its own and those of {@link DeadLetters}
   */
  public ProducerRecord<byte[], byte[]> letter(
      String from,
      long timestamp,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers) {
    // A broker refuses a record without a time, or one that is dated far ahead.
    long time = Math.max(0, Math.min(timestamp, System.currentTimeMillis()));
    CutToFit whole = CutToFit.of(key, value, headers, most);
    CutToFit letter = withheld.equals(from) ? whole.withoutValue() : whole;
    return new ProducerRecord<>(topic, null, time, letter.key(), letter.value(), letter.headers());
  }
}
