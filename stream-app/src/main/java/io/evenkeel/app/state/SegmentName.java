package io.evenkeel.app.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The name of a segment: attributes of a prediction with their values, such as {@code
 * country=DE,device=phone}. Commas, equals signs and backslashes in them get a backslash, so that
 * no two combinations of values share a name.
 */
public final class SegmentName {

  private SegmentName() {}

  /**
   * The segment of a prediction.
   *
   * @param combination names of attributes, joined by {@code +}
   * @param attributes those of the prediction, with their values
   * @return its name; null if the prediction lacks one of the attributes
   */
  public static @Nullable String of(String combination, Map<String, String> attributes) {
    List<String> parts = new ArrayList<>();
    for (String attribute : combination.split("\\+", -1)) {
      String value = attributes.get(attribute);
      if (value == null) {
        return null;
      }
      parts.add(of(attribute, value));
    }
    return String.join(",", parts);
  }

  /** The segment of one attribute. */
  public static String of(String attribute, String value) {
    return escape(attribute) + '=' + escape(value);
  }

  private static String escape(String part) {
    return part.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
  }
}
