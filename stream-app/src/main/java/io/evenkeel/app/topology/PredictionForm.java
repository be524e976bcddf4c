package io.evenkeel.app.topology;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.PredictionRecords;
import io.evenkeel.app.codec.PredictionRecords.Received;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.serde.JsonDeserializer;
import io.evenkeel.app.serde.JsonMembers;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * How predictions become bytes that differ from those that came in their version and their
 * distribution, and in nothing else. Safe for use by many threads, as the serdes are.
 */
final class PredictionForm {
  private final PredictionRecords records = new PredictionRecords();
  private final EventDeserializer<Received> reader;
  private final Serializer<Object> writer;
  private final boolean isJson;

  private PredictionForm(Deserializer<?> reader, Serializer<Object> writer) {
    this.reader = EventDeserializer.of(reader, records::of);
    this.writer = writer;
    this.isJson = reader instanceof JsonDeserializer && writer instanceof JsonSerializer;
  }

  static PredictionForm of(AvroSerdes serdes) {
    return new PredictionForm(serdes.deserializerAsWritten(), serdes.serializer());
  }

  /**
   * What came.
   *
   * @throws io.evenkeel.app.codec.RejectedEventException if it cannot be read
   */
  Received read(String topic, Headers headers, byte[] value) {
    Received received = Objects.requireNonNull(reader.deserialize(topic, headers, value));
    return isJson ? new Received(value, received.prediction()) : received;
  }

  /** What came, with another version and another distribution. */
  byte[] write(
      String topic, Headers headers, Received received, String version, Distribution distribution) {
    if (received.written() instanceof byte[] json) {
      byte[] changed = changed(json, received.prediction(), version, distribution);
      if (changed != null) {
        return changed;
      }
    }
    return writer.serialize(topic, headers, records.with(received, version, distribution));
  }

  private static byte @Nullable [] changed(
      byte[] json, Prediction prediction, String version, Distribution distribution) {
    Map<String, byte[]> members = new LinkedHashMap<>();
    if (!version.equals(prediction.getVersion())) {
      members.put("version", JsonSerializer.json(version));
    }
    if (!distribution.equals(prediction.getDistribution())) {
      members.put("distribution", JsonSerializer.json(distribution));
    }
    return JsonMembers.replaced(json, members);
  }
}
