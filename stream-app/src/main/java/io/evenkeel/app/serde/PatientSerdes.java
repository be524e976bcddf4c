package io.evenkeel.app.serde;

import io.evenkeel.app.codec.Surroundings;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats, for a bounded time, what failed because a registry did not answer. Serializers of others
 * ask theirs once, or a few times within a second; one lost connection would stop the application.
 *
 * @param timeout how long a call may take with all its repetitions
 */
record PatientSerdes(Duration timeout) {
  private static final Logger LOGGER = LoggerFactory.getLogger(PatientSerdes.class);

  /** The serializer that repeats the calls of another. */
  Serializer<Object> serializing(Serializer<Object> inner) {
    return new PatientSerializer(inner, this);
  }

  /** The deserializer that repeats the calls of another. */
  Deserializer<?> deserializing(Deserializer<?> inner) {
    return new PatientDeserializer<>(inner, this);
  }

  private <T> T repeat(Supplier<T> call) {
    RetryPauses pauses = new RetryPauses();
    for (boolean first = true; ; first = false) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (!Surroundings.failed(e) || !pauses.fits(timeout)) {
          throw e;
        }
        if (first) {
          LOGGER.warn("event=registry answered=false error=\"{}\" patience={}", e, timeout);
        }
      }
      pauses.next();
    }
  }

  private record PatientSerializer(Serializer<Object> inner, PatientSerdes repeats)
      implements Serializer<Object> {
    @Override
    public void configure(Map<String, ?> properties, boolean isKey) {
      inner.configure(properties, isKey);
    }

    @Override
    public byte[] serialize(String topic, Object value) {
      return repeats.repeat(() -> inner.serialize(topic, value));
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Object value) {
      return repeats.repeat(() -> inner.serialize(topic, headers, value));
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private record PatientDeserializer<T>(Deserializer<T> inner, PatientSerdes repeats)
      implements Deserializer<T> {
    @Override
    public void configure(Map<String, ?> properties, boolean isKey) {
      inner.configure(properties, isKey);
    }

    @Override
    public T deserialize(String topic, byte[] bytes) {
      return repeats.repeat(() -> inner.deserialize(topic, bytes));
    }

    @Override
    public T deserialize(String topic, Headers headers, byte[] bytes) {
      return repeats.repeat(() -> inner.deserialize(topic, headers, bytes));
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
