package io.evenkeel.app.serde;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes Avro records as plain JSON, without a registry: an object with the fields of the schema,
 * those that are null left out. A time is an ISO instant of whole milliseconds; a number that is
 * not finite is the text "NaN", "Infinity" or "-Infinity".
 *
 * <p>{@link JsonDeserializer} reads back what it wrote; but a target that is not finite, which is
 * none, would come back as a text. It has no properties.
 */
public final class JsonSerializer implements Serializer<Object> {
  private static final JsonFactory JSON = new JsonFactory();

  /** For Kafka. */
  public JsonSerializer() {}

  /**
   * The record as JSON.
   *
   * @throws SerializationException if it is no Avro record, or lacks a field that must be there
   */
  @Override
  public byte @Nullable [] serialize(String topic, @Nullable Object record) {
    if (record == null) {
      return null;
    }
    if (!(record instanceof IndexedRecord avro)) {
      throw new SerializationException(
          "only Avro records can be written to " + topic + ", got a " + record.getClass());
    }
    return json(avro);
  }

  /**
   * A record, or a text, as JSON.
   *
   * @throws SerializationException if the record lacks a field that must be there
   */
  public static byte[] json(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      write(json, value);
    } catch (IOException e) {
      throw new SerializationException("cannot write JSON: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, IndexedRecord record) throws IOException {
    json.writeStartObject();
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value != null) {
        json.writeFieldName(field.name());
        write(json, value);
      } else if (!field.schema().isNullable()) {
        throw new SerializationException(
            record.getSchema().getFullName() + " lacks its field " + field.name());
      }
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof IndexedRecord record) {
      write(json, record);
    } else if (value instanceof Map<?, ?> map) {
      write(json, map);
    } else if (value instanceof Iterable<?> items) {
      json.writeStartArray();
      for (Object item : items) {
        write(json, item);
      }
      json.writeEndArray();
    } else {
      writeSimple(json, value);
    }
  }

  private static void write(JsonGenerator json, Map<?, ?> map) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      write(json, entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeSimple(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Double number && !Double.isFinite(number)) {
      json.writeString(number.toString());
    } else if (value instanceof Instant time) {
      json.writeString(time.truncatedTo(ChronoUnit.MILLIS).toString());
    } else if (value instanceof Number || value instanceof Boolean) {
      json.writePOJO(value);
    } else {
      json.writeString(value.toString());
    }
  }
}
