package io.evenkeel.app.explain;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.codec.Columns;
import io.evenkeel.schemas.PublishedMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The fields of a published map, those of its JSON among them, by name. */
final class MapFields {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MAP = "map";

  private MapFields() {}

  /** Those of a record; none of no record. */
  static Map<String, @Nullable Object> of(@Nullable PublishedMap published) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (published != null) {
      fields.putAll(Columns.of(published));
      fields.remove(MAP);
      fields.putAll(of(published.getMap()));
    }
    return fields;
  }

  /** Those of the JSON of a map, as {@code map_kind}; none of no map. */
  static Map<String, @Nullable Object> of(@Nullable String map) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (map != null) {
      try {
        put(JSON.readTree(map), MAP, fields);
      } catch (JacksonException e) {
        // To be compared with one that is.
        fields.put(MAP, map);
      }
    }
    return fields;
  }

  private static void put(JsonNode json, String name, Map<String, @Nullable Object> fields) {
    if (json.isObject()) {
      json.properties().forEach(field -> put(field.getValue(), join(name, field.getKey()), fields));
    } else if (json.isArray() && json.path(0).isContainerNode()) {
      IntStream.range(0, json.size()).forEach(i -> put(json.path(i), join(name, "" + i), fields));
    } else if (json.isArray()) {
      fields.put(
          name, StreamSupport.stream(json.spliterator(), false).map(MapFields::value).toList());
    } else {
      fields.put(name, value(json));
    }
  }

  /** The map itself is under the name that its JSON has in the record. */
  private static String join(String name, String field) {
    return name.equals(MAP) && field.equals(MAP) ? MAP : name + Columns.DELIMITER + field;
  }

  private static Object value(JsonNode json) {
    return json.isNumber() ? json.doubleValue() : json.asText();
  }
}
