package io.evenkeel.core.drift;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the {@link PredictionCoordinates}, by what it measures.
 *
 * @param kind what it measures
 * @param index of its class, or of the coordinate of the target, from 0; −1 without
 */
public record PredictionCoordinate(Kind kind, int index) {
  private static final Pattern NAME = Pattern.compile("([a-z -]+?)(?:\\[(\\d{1,9})])?");

  /** What coordinates of predictions measure. */
  public enum Kind {
    /** Log-odds of a class; of class 1 without an index. */
    LOG_ODDS("log-odds"),
    /** Log-odds of the most probable class. */
    LARGEST_LOG_ODDS("log-odds of the predicted class"),
    /** The most probable class. */
    PREDICTED_CLASS("predicted class"),
    /** The median of a number. */
    LOCATION("location"),
    /** The logarithm of the spread of a number. */
    LOG_SPREAD("log spread");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  static PredictionCoordinate of(Kind kind) {
    return new PredictionCoordinate(kind, -1);
  }

  /** The coordinate of a name; none if no coordinate has it. */
  public static Optional<PredictionCoordinate> named(String name) {
    Matcher matcher = NAME.matcher(name);
    if (matcher.matches()) {
      for (Kind kind : Kind.values()) {
        if (kind.words.equals(matcher.group(1))) {
          String index = matcher.group(2);
          return Optional.of(
              new PredictionCoordinate(kind, index == null ? -1 : Integer.parseInt(index)));
        }
      }
    }
    return Optional.empty();
  }

  /** To what it is rounded; 0 if it is not. */
  double digits() {
    return kind == Kind.LOG_SPREAD ? PredictionCoordinates.DIGITS : 0;
  }

  /** Its name as a feature, such as {@code log-odds[2]}. */
  public String name() {
    return kind.words + (index < 0 ? "" : String.format(Locale.ROOT, "[%d]", index));
  }
}
