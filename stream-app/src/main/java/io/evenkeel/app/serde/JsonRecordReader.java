package io.evenkeel.app.serde;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Makes generated records of trees of JSON, walking the Avro schema.
 *
 * <p>Of a union the first branch that takes the kind of JSON is read, with integers before numbers
 * if the schema has them in this order.
 */
final class JsonRecordReader {
  private static final Pattern HALF_OF_A_PAIR = Pattern.compile("\\p{Cs}");

  private final Schema schema;
  private final SpecificData model;
  private final boolean strict;

  private JsonRecordReader(Schema schema, SpecificData model, boolean strict) {
    this.schema = schema;
    this.model = model;
    this.strict = strict;
  }

  /** A reader of the records of a schema that has a generated class. */
  static JsonRecordReader of(Schema schema) {
    SpecificData model = SpecificData.getForSchema(schema);
    return new JsonRecordReader(schema, model, PublicSchemas.isSent(schema));
  }

  /**
   * The record in a tree.
   *
   * @throws SerializationException if the tree is none of the schema; the message names the field
   */
  Object read(JsonNode json) {
    return record(json, schema, "");
  }

  private Object value(JsonNode json, Schema type, String path) {
    return switch (type.getType()) {
      case RECORD -> record(json, type, path);
      case UNION -> union(json, type, path);
      case ARRAY -> array(json, type, path);
      case MAP -> map(json, type, path);
      case ENUM -> symbol(json, type, path);
      case STRING -> text(json, "a text", path);
      case BOOLEAN -> {
        check(json.isBoolean(), json, "true or false", path);
        yield json.booleanValue();
      }
      case INT -> {
        check(
            json.canConvertToExactIntegral() && json.canConvertToInt(),
            json,
            "an integer of 32 bits",
            path);
        yield json.intValue();
      }
      case LONG ->
          type.getLogicalType() instanceof LogicalTypes.TimestampMillis
              ? time(json, path)
              : integer(json, "an integer", path);
      case DOUBLE -> number(json, path);
      default -> throw new IllegalStateException("no public schema has a " + type.getType());
    };
  }

  private Object record(JsonNode json, Schema type, String path) {
    check(json.isObject(), json, "an object, a " + type.getName(), path);
    if (strict) {
      checkNames(json, type, path);
    }
    IndexedRecord record = (IndexedRecord) model.newRecord(null, type);
    for (Schema.Field field : type.getFields()) {
      String inner = path.isEmpty() ? field.name() : path + "." + field.name();
      JsonNode value = json.path(field.name());
      if (!value.isMissingNode() && !value.isNull()) {
        record.put(field.pos(), value(value, field.schema(), inner));
      } else if (field.hasDefaultValue()) {
        record.put(field.pos(), model.deepCopy(field.schema(), model.getDefaultValue(field)));
      } else {
        throw new SerializationException(inner + " is missing, a required field: " + field.doc());
      }
    }
    return record;
  }

  private static void checkNames(JsonNode json, Schema type, String path) {
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (type.getField(name) == null) {
                throw new SerializationException(
                    (path.isEmpty() ? "" : path + ": ")
                        + "unknown field '"
                        + name
                        + "'; the fields here are "
                        + type.getFields().stream()
                            .map(Schema.Field::name)
                            .collect(Collectors.joining(", ")));
              }
            });
  }

  private Object union(JsonNode json, Schema type, String path) {
    List<Schema> branches = type.getTypes().stream().filter(branch -> !isNull(branch)).toList();
    if (branches.size() == 1) {
      return value(json, branches.get(0), path);
    }
    for (Schema branch : branches) {
      if (takes(branch, json)) {
        return value(json, branch, path);
      }
    }
    String expected =
        branches.stream().map(JsonRecordReader::words).collect(Collectors.joining(" or "));
    throw wrong(json, expected, path);
  }

  private static boolean isNull(Schema type) {
    return type.getType() == Schema.Type.NULL;
  }

  private static boolean takes(Schema type, JsonNode json) {
    return switch (type.getType()) {
      case INT -> json.isIntegralNumber() && json.canConvertToInt();
      case DOUBLE -> json.isNumber();
      case STRING -> json.isTextual();
      case ARRAY -> json.isArray();
      default -> throw new IllegalStateException("no public union has a " + type.getType());
    };
  }

  private static String words(Schema type) {
    return switch (type.getType()) {
      case INT -> "an integer";
      case DOUBLE -> "a number";
      case STRING -> "a text";
      default -> "an array";
    };
  }

  private Object array(JsonNode json, Schema type, String path) {
    check(json.isArray(), json, "an array", path);
    List<Object> items = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      JsonNode item = json.get(i);
      boolean absent = item.isNull() && type.getElementType().isNullable();
      items.add(absent ? null : value(item, type.getElementType(), path + "[" + i + "]"));
    }
    return items;
  }

  private Object map(JsonNode json, Schema type, String path) {
    check(json.isObject(), json, "an object", path);
    Map<String, Object> map = new LinkedHashMap<>();
    json.properties()
        .forEach(
            entry ->
                map.put(
                    entry.getKey(),
                    value(entry.getValue(), type.getValueType(), path + "." + entry.getKey())));
    return map;
  }

  private Object symbol(JsonNode json, Schema type, String path) {
    String symbol = text(json, "one of " + type.getEnumSymbols(), path);
    if (type.hasEnumSymbol(symbol)) {
      return model.createEnum(symbol, type);
    }
    if (type.getEnumDefault() == null) {
      throw wrong(json, "one of " + type.getEnumSymbols(), path);
    }
    return model.createEnum(type.getEnumDefault(), type);
  }

  private static String text(JsonNode json, String expected, String path) {
    check(json.isTextual(), json, expected, path);
    String text = json.textValue();
    if (HALF_OF_A_PAIR.matcher(text).find()) {
      throw wrong(json, "a text without half of a surrogate pair, as a cut emoji has", path);
    }
    return text;
  }

  private static long integer(JsonNode json, String expected, String path) {
    check(json.canConvertToExactIntegral() && json.canConvertToLong(), json, expected, path);
    return json.longValue();
  }

  private static Instant time(JsonNode json, String path) {
    String expected = "a time, such as 2026-01-31T12:00:00Z or milliseconds since 1970";
    if (!json.isTextual()) {
      return Instant.ofEpochMilli(integer(json, expected, path));
    }
    try {
      Instant time = Instant.parse(json.textValue());
      return Instant.ofEpochMilli(time.toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw wrong(json, expected, path);
    }
  }

  private static double number(JsonNode json, String path) {
    if (json.isTextual()) {
      return switch (json.textValue()) {
        case "NaN" -> Double.NaN;
        case "Infinity" -> Double.POSITIVE_INFINITY;
        case "-Infinity" -> Double.NEGATIVE_INFINITY;
        default -> throw wrong(json, "a number", path);
      };
    }
    check(json.isNumber(), json, "a number", path);
    return json.doubleValue();
  }

  private static void check(boolean fits, JsonNode json, String expected, String path) {
    if (!fits) {
      throw wrong(json, expected, path);
    }
  }

  /** Says of what kind it is, not what it is: errors go to logs, and values may be of people. */
  private static SerializationException wrong(JsonNode json, String expected, String path) {
    return new SerializationException(
        (path.isEmpty() ? "" : path + ": ") + "expected " + expected + ", got " + kind(json));
  }

  private static String kind(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> "a text of " + json.textValue().length() + " characters";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case NULL -> "null";
      default -> "nothing";
    };
  }
}
