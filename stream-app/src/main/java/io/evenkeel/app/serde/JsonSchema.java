package io.evenkeel.app.serde;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * The JSON Schema (draft 2020-12) of what {@link JsonDeserializer} reads, made of the Avro schema:
 * what it allows can be read.
 */
public final class JsonSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final boolean strict;
  private final ObjectNode definitions = JSON.objectNode();

  private JsonSchema(boolean strict) {
    this.strict = strict;
  }

  /** The schema of a public record, as indented text. */
  public static String of(Schema avro) {
    JsonSchema schema = new JsonSchema(PublicSchemas.isSent(avro));
    ObjectNode all = JSON.objectNode();
    all.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    all.put("title", avro.getName());
    all.setAll(schema.record(avro));
    all.set("$defs", schema.definitions);
    return all.toPrettyString() + "\n";
  }

  private ObjectNode record(Schema avro) {
    ObjectNode object = JSON.objectNode().put("type", "object");
    object.put("description", avro.getDoc());
    ObjectNode properties = object.putObject("properties");
    ArrayNode required = JSON.arrayNode();
    for (Schema.Field field : avro.getFields()) {
      ObjectNode property = JSON.objectNode().put("description", field.doc());
      if (field.hasDefaultValue()) {
        property.set("anyOf", JSON.arrayNode().add(notNull(field.schema())).add(nothing()));
      } else {
        property.setAll(type(field.schema()));
        required.add(field.name());
      }
      properties.set(field.name(), property);
    }
    object.set("required", required);
    return object.put("additionalProperties", !strict);
  }

  private ObjectNode notNull(Schema avro) {
    return avro.isUnion() && avro.getTypes().size() == 2
        ? type(avro.getTypes().get(avro.getTypes().get(0).isNullable() ? 1 : 0))
        : type(avro);
  }

  private static ObjectNode nothing() {
    return JSON.objectNode().put("type", "null");
  }

  private ObjectNode type(Schema avro) {
    ObjectNode type = JSON.objectNode();
    return switch (avro.getType()) {
      case RECORD -> defined(avro.getName(), record(avro));
      case ENUM -> defined(avro.getName(), symbols(avro));
      case UNION -> {
        ArrayNode branches = type.putArray("anyOf");
        avro.getTypes().forEach(branch -> branches.add(type(branch)));
        yield type;
      }
      case ARRAY -> type.put("type", "array").set("items", type(avro.getElementType()));
      case MAP -> type.put("type", "object").set("additionalProperties", type(avro.getValueType()));
      case NULL -> nothing();
      case STRING -> type.put("type", "string");
      case BOOLEAN -> type.put("type", "boolean");
      case INT ->
          type.put("type", "integer")
              .put("minimum", Integer.MIN_VALUE)
              .put("maximum", Integer.MAX_VALUE);
      case LONG -> avro.getLogicalType() instanceof LogicalTypes.TimestampMillis ? time() : whole();
      case DOUBLE -> number();
      default -> throw new IllegalStateException("no public schema has a " + avro.getType());
    };
  }

  private static ObjectNode symbols(Schema avro) {
    ObjectNode symbols = JSON.objectNode().put("description", avro.getDoc());
    ArrayNode names = symbols.putArray("enum");
    avro.getEnumSymbols().forEach(names::add);
    return symbols;
  }

  private static ObjectNode whole() {
    return JSON.objectNode()
        .put("type", "integer")
        .put("minimum", Long.MIN_VALUE)
        .put("maximum", Long.MAX_VALUE);
  }

  private ObjectNode time() {
    ObjectNode time = JSON.objectNode();
    time.put("description", "An ISO-8601 instant or milliseconds since 1970.");
    time.putArray("anyOf")
        .add(JSON.objectNode().put("type", "string").put("format", "date-time"))
        .add(whole());
    return defined("time", time);
  }

  private ObjectNode number() {
    ObjectNode number = JSON.objectNode();
    number.put("description", "A number; one that is not finite as text.");
    ArrayNode kinds = number.putArray("anyOf").add(JSON.objectNode().put("type", "number"));
    kinds.addObject().putArray("enum").add("NaN").add("Infinity").add("-Infinity");
    return defined("number", number);
  }

  /** A reference to what is defined once. */
  private ObjectNode defined(String name, ObjectNode type) {
    definitions.set(name, type);
    return JSON.objectNode().put("$ref", "#/$defs/" + name);
  }
}
