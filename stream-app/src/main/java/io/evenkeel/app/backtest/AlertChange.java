package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.Locale;

/**
 * A change of an alert.
 *
 * @param at when a live run would have told of it
 * @param kind what changed
 * @param alert the alert since then
 */
public record AlertChange(Instant at, Kind kind, Alert alert) {

  /** What changed. */
  public enum Kind {
    /** It is open. */
    BEGAN,
    /** It is open again, and goes on from where it had begun before. */
    REOPENED,
    /** It stays open. */
    CHANGED,
    /** It is over. */
    ENDED;

    /** Its name, as reports write it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
