package io.evenkeel.app.serde;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evenkeel.app.config.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON into generated records, checked against their Avro schemas, without a registry.
 *
 * <p>What {@link JsonSerializer} writes, and a little more: a time may have an offset or be the
 * milliseconds since 1970; a field with a default may be absent or null; an integer serves as a
 * number. A field that the schema does not have is refused in a record that people send, so that a
 * mistyped name is not lost in silence, and passed over in one that Evenkeel makes, to which later
 * releases may add fields.
 *
 * <p>Properties: {@value #RECORD}TOPIC is the name of the record of a topic, such as {@code
 * Verdict}; the default topics need none.
 */
public final class JsonDeserializer implements Deserializer<Object> {
  /** Property that names the record of the topic whose name follows. */
  static final String RECORD = "json.record.";

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(JsonNode.class);

  private Map<String, JsonRecordReader> readers = readers(Map.of());

  /** For Kafka, which calls {@link #configure} next. */
  public JsonDeserializer() {}

  /** The properties that say which records the topics hold. */
  static Map<String, String> properties(TopicNames topics) {
    Map<String, String> properties = new HashMap<>();
    PublicSchemas.byTopic(topics)
        .forEach((topic, schema) -> properties.put(RECORD + topic, schema.getName()));
    return properties;
  }

  @Override
  public void configure(Map<String, ?> properties, boolean isKey) {
    readers = readers(properties);
  }

  private static Map<String, JsonRecordReader> readers(Map<String, ?> properties) {
    Map<String, JsonRecordReader> readers = new HashMap<>();
    PublicSchemas.byTopic(TopicNames.defaults())
        .forEach((topic, schema) -> readers.put(topic, JsonRecordReader.of(schema)));
    properties.forEach(
        (key, name) -> {
          if (key.startsWith(RECORD)) {
            readers.put(key.substring(RECORD.length()), JsonRecordReader.of(schema(key, name)));
          }
        });
    return readers;
  }

  private static Schema schema(String key, @Nullable Object name) {
    Schema schema = PublicSchemas.byName().get(String.valueOf(name));
    if (schema == null) {
      throw new ConfigException(key, name, "must be one of " + PublicSchemas.names());
    }
    return schema;
  }

  /**
   * The record in the bytes.
   *
   * @throws SerializationException if there is none; the message names the field
   */
  @Override
  public @Nullable Object deserialize(String topic, byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    JsonRecordReader reader = readers.get(topic);
    if (reader == null) {
      throw new IllegalStateException(
          "no record is known for the topic "
              + topic
              + ": set the property "
              + RECORD
              + topic
              + " to one of "
              + PublicSchemas.names());
    }
    return reader.read(parse(bytes));
  }

  private static JsonNode parse(byte[] bytes) {
    if (bytes.length > 0 && bytes[0] == 0) {
      throw new SerializationException(
          "not JSON: it starts with a zero byte, as what serializers write that use a registry");
    }
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException e) {
      // Without the cause, whose message may quote what is wrong.
      throw new SerializationException("not JSON: " + JsonProblem.in(e));
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can always be read", e);
    }
  }
}
