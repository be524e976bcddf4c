package io.evenkeel.app.alert;

/** Where an alert is in its life. */
public enum Phase {
  /** There is no problem. */
  QUIET,

  /** There is one, not yet for as long as {@code alert.hold}. */
  PENDING,

  /** The alert fires. */
  FIRING
}
