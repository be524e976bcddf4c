package io.evenkeel.app.topology;

import io.evenkeel.app.codec.Surroundings;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records for a store on every instance. What cannot be read deletes what has its key: it
 * cannot go to the dead letters, as the thread that fills global stores has no producer and dies of
 * a handler that returns some.
 *
 * @param <E> type of the records
 */
final class LenientDeserializer<E> implements Deserializer<E> {
  private static final Logger LOGGER = LoggerFactory.getLogger(LenientDeserializer.class);

  private final Deserializer<E> strict;

  /** Reads as the given one, which throws a {@link SerializationException} where it cannot. */
  LenientDeserializer(Deserializer<E> strict) {
    this.strict = strict;
  }

  @Override
  public @Nullable E deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, new RecordHeaders(), bytes);
  }

  @Override
  public @Nullable E deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    try {
      return strict.deserialize(topic, headers, bytes);
    } catch (SerializationException e) {
      if (Surroundings.failed(e)) {
        throw e;
      }
      LOGGER.warn("event=skip topic={} error={}", topic, e.getMessage());
      return null;
    }
  }

  @Override
  public void close() {
    strict.close();
  }
}
