package io.evenkeel.app.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a segment: attributes of a prediction with their values, such as {@code
 * country=DE,device=phone}. Commas, equals signs and backslashes in them get a backslash, so that
 * no two combinations of values share a name.
 */
public final class SegmentName {
  /** The series of all segments beyond the limit. */
  public static final String OTHERS = "(others)";

  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

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

  /**
   * Whether a segment is of one of these attributes or combinations of them.
   *
   * @param segment its name; the whole model is always one, and that of all others if there are any
   * @param combinations as settings name them
   */
  public static boolean isOf(String segment, List<String> combinations) {
    if (segment.isEmpty()) {
      return true;
    }
    return segment.equals(OTHERS)
        ? !combinations.isEmpty()
        : combinations.contains(String.join("+", parts(segment).keySet()));
  }

  /** The attributes of a segment with their values, in their order; none of the whole model. */
  public static Map<String, String> parts(String segment) {
    Map<String, String> parts = new LinkedHashMap<>();
    StringBuilder part = new StringBuilder();
    String attribute = "";
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '\\') {
        i++;
        part.append(segment, i, Math.min(i + 1, segment.length()));
      } else if (c == '=') {
        attribute = part.toString();
        part.setLength(0);
      } else if (c == ',') {
        parts.put(attribute, part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (!segment.isEmpty()) {
      parts.put(attribute, part.toString());
    }
    return parts;
  }

  /** The segment of one attribute. */
  public static String of(String attribute, String value) {
    return escape(attribute) + '=' + escape(value);
  }

  /** A segment as people read it, in one line: as {@link #of} names it, without the backslashes. */
  public static String inWords(String segment) {
    return CONTROL.matcher(ESCAPED.matcher(segment).replaceAll("$1")).replaceAll(" ");
  }

  private static String escape(String part) {
    return part.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
  }
}
