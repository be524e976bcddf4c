package io.evenkeel.app.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the classes that are judged are named in sentences.
 *
 * @param names in order of their index; empty if they have none
 * @param isEvent whether they are an event and its contrary, whose names stand for themselves
 */
public record ClassNames(List<String> names, boolean isEvent) {
  private static final Pattern INDEXED = Pattern.compile("class (\\d{1,9})");

  /** An event comes true or not. */
  static final int EVENT = 2;

  /** Copies the list. */
  public ClassNames {
    names = List.copyOf(names);
  }

  /** The classes of a model. */
  public static ClassNames of(List<String> names) {
    return new ClassNames(names, false);
  }

  /** An event: class 0 is that it does not come true, class 1 that it does. */
  static ClassNames ofEvent(String contrary, String event) {
    return new ClassNames(List.of(contrary, event), true);
  }

  /** A class by its name, or its index if it has none: such as "class fox", or "the top label". */
  public String name(int index) {
    String name = index < names.size() ? names.get(index) : Integer.toString(index);
    return isEvent ? name : "class " + name;
  }

  /** Words that name classes by their index, with their names: such as "class 3 (fox)". */
  public String in(String words) {
    return INDEXED
        .matcher(words)
        .replaceAll(
            found -> Matcher.quoteReplacement(indexAndName(Integer.parseInt(found.group(1)))));
  }

  /** The same words of an event; words of classes as they are, for those who go by the index. */
  public String ofEvent(String words) {
    return isEvent ? in(words) : words;
  }

  private String indexAndName(int index) {
    return isEvent || index >= names.size()
        ? name(index)
        : "class " + index + " (" + names.get(index) + ")";
  }
}
