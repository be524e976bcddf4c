package io.evenkeel.app.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import java.util.List;
import java.util.Locale;

/**
 * What is wrong with a text that is no YAML.
 *
 * @param line the line of the mistake, from 1; 0 if it is not known
 * @param words what is wrong with it, on one line
 */
public record YamlProblem(int line, String words) {
  private static final String TAB = "character '\\t(tab)'";

  /** The parser writes what it was doing, what it met, where, and the line itself, on lines. */
  public static YamlProblem of(JacksonException e) {
    List<String> lines = e.getOriginalMessage().strip().lines().map(String::strip).toList();
    String met = lines.stream().filter(YamlProblem::isProblem).findFirst().orElse(lines.get(0));
    JsonLocation location = e.getLocation();
    return new YamlProblem(
        location == null ? 0 : location.getLineNr(),
        met.toLowerCase(Locale.ROOT).contains(TAB)
            ? "a line is indented by a tab; indent by spaces"
            : met);
  }

  private static boolean isProblem(String line) {
    return line.startsWith("found ")
        || line.startsWith("expected ")
        || line.startsWith("could not ")
        || line.startsWith("mapping values ");
  }
}
