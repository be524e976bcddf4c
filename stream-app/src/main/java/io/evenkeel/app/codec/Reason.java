package io.evenkeel.app.codec;

import java.util.Locale;

/** Why an event was rejected. */
public enum Reason {
  /** Its bytes are not a record of the expected schema. */
  UNREADABLE,
  /** A field of a prediction, other than its distribution, has no valid value. */
  INVALID_PREDICTION,
  /** A field of a label has no valid value. */
  INVALID_LABEL,
  /** The numbers of a prediction are not a distribution. */
  INVALID_DISTRIBUTION,
  /** The event is larger than a limit, or there are too many models or versions. */
  OVER_LIMIT,
  /** The key of its record is not its prediction_id. */
  WRONG_KEY,
  /** The model is not configured. */
  UNKNOWN_MODEL,
  /** A distribution or target is of another kind or size than the model's. */
  WRONG_SPACE,
  /** The class of a label is none of the model's. */
  UNKNOWN_CLASS,
  /** The event's time is too far ahead of the clock. */
  FROM_THE_FUTURE,
  /** The event's time is in seconds, not milliseconds. */
  TIME_IN_SECONDS,
  /** A prediction came after its pane was closed. */
  LATE_PREDICTION,
  /** A label came after the pane of its prediction was closed. */
  LATE_LABEL,
  /** A label's prediction never came, or was forgotten when its pane was closed. */
  UNMATCHED_LABEL,
  /** Two events have the same id and revision but not the same content. */
  DUPLICATE_CONFLICT;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The stable lower-case name for headers and metrics, such as {@code wrong_space}. */
  public String code() {
    return code;
  }
}
