package io.evenkeel.app.serde;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces members of an object in the text of its JSON. Every other byte stays: the members that
 * are not named, their order, and how times and numbers are written.
 */
public final class JsonMembers {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonMembers() {}

  /**
   * The text with other members.
   *
   * @param json an object, which the deserializer has read
   * @param members their values as JSON, by name; those that the object lacks come after its last
   * @return null if the text is not UTF-8, whose bytes have known places
   */
  public static byte @Nullable [] replaced(byte[] json, Map<String, byte[]> members) {
    Map<String, byte[]> lacking = new LinkedHashMap<>(members);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int copied = 0;
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      if (start(parser) < 0) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        byte[] value = lacking.remove(parser.currentName());
        parser.nextToken();
        int start = start(parser);
        parser.skipChildren();
        parser.finishToken();
        if (value != null) {
          out.write(json, copied, start - copied);
          out.writeBytes(value);
          copied = (int) parser.currentLocation().getByteOffset();
        }
      }
      int end = start(parser);
      out.write(json, copied, end - copied);
      lacking.forEach((name, value) -> append(name, value, out));
      out.write(json, end, json.length - end);
    } catch (IOException e) {
      throw new UncheckedIOException("the deserializer has read it", e);
    }
    return out.toByteArray();
  }

  private static int start(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** A prediction has members that must be there, so that it is not the first. */
  private static void append(String name, byte[] value, ByteArrayOutputStream out) {
    out.writeBytes((",\"" + name + "\":").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(value);
  }
}
