package io.evenkeel.app.oncall;

import io.evenkeel.app.codec.GeneratedRecords;
import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the application wrote past records that others wrote, which hide none of it.
 * Immutable.
 *
 * @param <T> type of the records
 */
public final class OutputRecords<T extends SpecificRecord> {
  private static final Logger LOGGER = LoggerFactory.getLogger(OutputRecords.class);

  private final Deserializer<?> values;
  private final GeneratedRecords<T> records;

  /** Those of a type, in the form of a configuration. */
  public OutputRecords(AppConfig config, Class<T> type) {
    this(AvroSerdes.of(config.serde(), config.topics()).deserializer(), type);
  }

  /** Those of a type, read from bytes. */
  public OutputRecords(Deserializer<?> values, Class<T> type) {
    this.values = values;
    this.records = new GeneratedRecords<>(type);
  }

  /**
   * The record.
   *
   * @return none without a key or a value, or with a value of another form, which is logged
   * @throws SerializationException if the registry did not answer: it is not the fault of the
   *     record
   */
  public Optional<T> of(ConsumerRecord<String, byte[]> record) {
    if (record.key() == null || record.value() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          records.of(values.deserialize(record.topic(), record.headers(), record.value())));
    } catch (SerializationException e) {
      if (Surroundings.failed(e)) {
        throw e;
      }
      LOGGER.warn(
          "event=skip topic={} partition={} offset={} error={}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }
}
