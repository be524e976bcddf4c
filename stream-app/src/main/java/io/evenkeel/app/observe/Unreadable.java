package io.evenkeel.app.observe;

import io.evenkeel.app.codec.RejectedEventException;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * An event that its deserializer refused, in the place of its value.
 *
 * <p>Kafka Streams reads records ahead of those that it processes, and commits no offset of a
 * partition of which it has processed none. What is refused on reading may therefore be committed
 * as a dead letter long before its offset is, and again after a restart. So it is refused when it
 * is processed.
 *
 * @param why it was refused
 */
public record Unreadable(RejectedEventException why) {

  /**
   * The event.
   *
   * @throws RejectedEventException if it could not be read
   */
  static Object orRefused(Object event) {
    if (event instanceof Unreadable unreadable) {
      throw unreadable.why;
    }
    return event;
  }

  /**
   * The deserializer, but that it gives what it refuses as a value.
   *
   * @param strict closed with this one
   */
  public static Deserializer<Object> instead(Deserializer<?> strict) {
    return new Deserializer<>() {
      @Override
      public void configure(Map<String, ?> properties, boolean isKey) {
        strict.configure(properties, isKey);
      }

      @Override
      public @Nullable Object deserialize(String topic, byte @Nullable [] bytes) {
        try {
          return strict.deserialize(topic, bytes);
        } catch (RejectedEventException e) {
          return new Unreadable(e);
        }
      }

      @Override
      public @Nullable Object deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
        try {
          return strict.deserialize(topic, headers, bytes);
        } catch (RejectedEventException e) {
          return new Unreadable(e);
        }
      }

      @Override
      public void close() {
        strict.close();
      }
    };
  }
}
