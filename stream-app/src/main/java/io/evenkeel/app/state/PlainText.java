package io.evenkeel.app.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of events and users for people. In a terminal or a table, control characters would forge
 * lines or colours; half of a surrogate pair cannot be written at all.
 */
public final class PlainText {
  private static final Pattern OTHER =
      Pattern.compile("[\\p{Cc}\\p{Cs}\\x{2028}-\\x{202E}\\x{2066}-\\x{2069}]");

  private PlainText() {}

  /** Whether a text holds no such characters. */
  public static boolean is(String text) {
    return !OTHER.matcher(text).find();
  }

  /** The text with such characters as escapes, such as {@code \\u001b}. */
  public static String of(String text) {
    return OTHER
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement("\\u%04x".formatted((int) found.group().charAt(0))));
  }
}
