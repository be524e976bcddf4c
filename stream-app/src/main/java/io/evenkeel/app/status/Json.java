package io.evenkeel.app.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON. A field keeps the name that it has in its schema; a time is an ISO instant; NaN
 * is null, as no number is known; an infinite number, which JSON has not, is the text "Infinity" or
 * "-Infinity".
 */
final class Json {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An object without fields. */
  static ObjectNode object() {
    return NODES.objectNode();
  }

  /** An array without items. */
  static ArrayNode array() {
    return NODES.arrayNode();
  }

  /** All fields of a record. */
  static ObjectNode of(IndexedRecord avro) {
    ObjectNode object = NODES.objectNode();
    for (Schema.Field field : avro.getSchema().getFields()) {
      object.set(field.name(), of(avro.get(field.pos())));
    }
    return object;
  }

  /** Any value of a record: other than numbers, truth values, lists, maps and records as text. */
  static JsonNode of(@Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    }
    if (value instanceof Integer || value instanceof Long) {
      return NODES.numberNode(((Number) value).longValue());
    }
    if (value instanceof Number number) {
      return number(number.doubleValue());
    }
    if (value instanceof IndexedRecord inner) {
      return of(inner);
    }
    if (value instanceof Iterable<?> items) {
      ArrayNode array = NODES.arrayNode();
      items.forEach(item -> array.add(of(item)));
      return array;
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((name, item) -> object.set(String.valueOf(name), of(item)));
      return object;
    }
    return NODES.textNode(value.toString());
  }

  private static JsonNode number(double x) {
    if (Double.isNaN(x)) {
      return NODES.nullNode();
    }
    return Double.isInfinite(x) ? NODES.textNode(String.valueOf(x)) : NODES.numberNode(x);
  }

  /** The bytes to send. */
  static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can always be written", e);
    }
  }
}
