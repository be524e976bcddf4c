package io.evenkeel.app.topology;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.schemas.Silence;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads silences. What is none ends the silence of its key: it cannot go to the dead letters, as
 * the thread that fills global stores has no producer and dies of a handler that returns some.
 */
final class SilenceDeserializer implements Deserializer<Silence> {
  private static final Logger LOGGER = LoggerFactory.getLogger(SilenceDeserializer.class);

  private final EventDeserializer<Silence> silences;

  SilenceDeserializer(Deserializer<?> inner) {
    silences = EventDeserializer.silences(inner);
  }

  @Override
  public @Nullable Silence deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, new RecordHeaders(), bytes);
  }

  @Override
  public @Nullable Silence deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    try {
      return silences.deserialize(topic, headers, bytes);
    } catch (RejectedEventException e) {
      LOGGER.warn("event=skip topic={} error={}", topic, e.getMessage());
      return null;
    }
  }

  @Override
  public void close() {
    silences.close();
  }
}
