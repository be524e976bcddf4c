package io.evenkeel.app.serde;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.util.Map;

/**
 * What is wrong with a text that is no JSON: of what kind it is and where, not what stands there.
 * Errors go to logs and dead letters, and values may be of people.
 */
final class JsonProblem {
  /** How the parser's messages begin, which go on with what stands there, in our words. */
  private static final Map<String, String> KINDS =
      Map.of(
          "Unrecognized token", "a word without quotes",
          "Non-standard token", "NaN or Infinity without quotes",
          "Unexpected end-of-input", "it ends too early",
          "Duplicate field", "a field that is there twice",
          "Duplicate Object property", "a field that is there twice",
          "Trailing token", "something after the record",
          "Illegal unquoted character", "a control character in a text",
          "Unrecognized character escape", "an unknown escape after a backslash",
          "Invalid numeric value", "no number as JSON writes them",
          "Invalid UTF-8", "bytes that are not UTF-8");

  private JsonProblem() {}

  /** The problem in words, with its place. */
  static String in(JacksonException e) {
    JsonLocation place = e.getLocation();
    return kind(e)
        + (place == null
            ? ""
            : " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")");
  }

  private static String kind(JacksonException e) {
    if (e instanceof StreamConstraintsException) {
      return "it is nested too deep, or a name, text or number is too long";
    }
    String message = String.valueOf(e.getOriginalMessage());
    return KINDS.entrySet().stream()
        .filter(kind -> message.startsWith(kind.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("an unexpected character");
  }
}
