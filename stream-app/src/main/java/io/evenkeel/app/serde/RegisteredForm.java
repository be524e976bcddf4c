package io.evenkeel.app.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/**
 * A schema as it goes to the registry: without the hints that Avro's compiler leaves for Java, so
 * that a Java and a Python producer of the same schema share one id.
 */
final class RegisteredForm {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RegisteredForm() {}

  static Schema of(Schema schema) {
    String text = schema.toString();
    if (!text.contains(GenericData.STRING_PROP)) {
      return schema;
    }
    try {
      JsonNode json = JSON.readTree(text);
      for (JsonNode type : json.findParents(GenericData.STRING_PROP)) {
        ((ObjectNode) type).remove(GenericData.STRING_PROP);
      }
      return new Schema.Parser().parse(json.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("schema is not JSON: " + text, e);
    }
  }
}
