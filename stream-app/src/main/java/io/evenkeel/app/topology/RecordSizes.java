package io.evenkeel.app.topology;

import io.evenkeel.app.config.RequestSize;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * How large the records are that the application writes. A producer refuses a larger record only
 * after it has begun a transaction with it, which then fails, at every restart again; so each is
 * measured before.
 */
final class RecordSizes {
  /** What any topic takes, key and headers beside it: brokers allow 1 MiB by default. */
  static final int PUBLIC = 1_000_000;

  private RecordSizes() {}

  /** The largest dead letter, in bytes. */
  static int deadLetter(Map<String, ?> kafka) {
    return Math.min(PUBLIC, RequestSize.value(kafka));
  }

  /** The serde, but that it refuses to write values of more than so many bytes. */
  static <T> Serde<T> atMost(int bytes, Serde<T> serde) {
    return Serdes.serdeFrom(new Measured<>(serde.serializer(), bytes), serde.deserializer());
  }

  private record Measured<T>(Serializer<T> inner, int most) implements Serializer<T> {
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
      return measured(inner.serialize(topic, value));
    }

    @Override
    public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T value) {
      return measured(inner.serialize(topic, headers, value));
    }

    private byte @Nullable [] measured(byte @Nullable [] bytes) {
      if (bytes != null && bytes.length > most) {
        throw new SerializationException(
            "the record has " + bytes.length + " bytes, at most " + most + " are written");
      }
      return bytes;
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
