package io.evenkeel.app.state;

import io.evenkeel.app.config.ModelSettings;

/**
 * One monitored series, and the keys under which stores and topics know it.
 *
 * <p>Keys are readable text; {@code |} separates their parts and is escaped inside them, so that no
 * two series share a key and the keys of a series, or of all series of one version of a model, are
 * one range of a store.
 *
 * @param model name of the model
 * @param version its version, empty when it has only one
 * @param segment such as country=DE, empty for the whole model
 */
public record SeriesKey(String model, String version, String segment) {
  private static final char SEPARATOR = '|';
  private static final int DIGITS = 15;

  /** The series of the whole model. */
  public static SeriesKey whole(String model, String version) {
    return new SeriesKey(model, version, "");
  }

  /** The key of one version of a model. */
  public static String modelKey(String model, String version) {
    return modelPrefix(model) + escape(version);
  }

  /** The start of the keys of all series of the model, and of nothing else. */
  public static String modelPrefix(String model) {
    return escape(model) + SEPARATOR;
  }

  /** The name of the model in a key made by {@link #modelKey}. */
  static String modelOf(String modelKey) {
    return parse(modelKey + SEPARATOR).model;
  }

  /** The key of the version of the model that this series belongs to. */
  public String modelKey() {
    return modelKey(model, version);
  }

  /** The key of this series. */
  public String key() {
    return modelKey() + SEPARATOR + escape(segment);
  }

  /** The start of the keys of all panes of this series, and of nothing else. */
  public String panePrefix() {
    return key() + SEPARATOR;
  }

  /** The key of the pane that starts at the given time; keys of a series sort by that time. */
  public String pane(long start) {
    return panePrefix() + sortable(start);
  }

  /** The name of a revision of the verdict on the window that starts at the given time. */
  public String verdict(long windowStart, int revision) {
    return pane(windowStart) + '#' + revision;
  }

  /** Whether it is of a kind of segment that the settings of its model name. */
  public boolean isNamedBy(ModelSettings settings) {
    return SegmentName.isOf(segment, settings.segments());
  }

  /** The key of what one source partition has seen of the pane that starts at the given time. */
  public String partial(long start, int partition) {
    return pane(start) + SEPARATOR + partition;
  }

  /** The series of a key made by {@link #key()}, {@link #pane} or {@link #partial}. */
  public static SeriesKey parse(String key) {
    String[] parts = new String[3];
    StringBuilder part = new StringBuilder();
    int n = 0;
    for (int i = 0; i <= key.length() && n < 3; i++) {
      if (i == key.length() || key.charAt(i) == SEPARATOR) {
        parts[n++] = part.toString();
        part.setLength(0);
      } else {
        part.append(key.charAt(i) == '\\' ? key.charAt(++i) : key.charAt(i));
      }
    }
    if (n < 3) {
      throw new IllegalArgumentException("not the key of a series: " + key);
    }
    return new SeriesKey(parts[0], parts[1], parts[2]);
  }

  /** The series in words: model, version and segment. */
  public String inWords() {
    return PlainText.of(
        model
            + (version.isEmpty() ? "" : " " + version)
            + (segment.isEmpty() ? "" : " (" + SegmentName.inWords(segment) + ")"));
  }

  /** As "%015d" formats it, only faster: every access to a store needs a key. */
  private static String sortable(long time) {
    String digits = Long.toString(time);
    int sign = time < 0 ? 1 : 0;
    String zeros = "0".repeat(Math.max(0, DIGITS - digits.length()));
    return digits.substring(0, sign) + zeros + digits.substring(sign);
  }

  private static String escape(String part) {
    if (part.indexOf(SEPARATOR) < 0 && part.indexOf('\\') < 0) {
      return part;
    }
    return part.replace("\\", "\\\\").replace("|", "\\|");
  }
}
