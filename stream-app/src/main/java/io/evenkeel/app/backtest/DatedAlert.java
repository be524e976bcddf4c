package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.Locale;

/**
 * A change of an alert.
 *
 * @param at when a live run would have sent it
 * @param alert the alert since then
 */
public record DatedAlert(Instant at, Alert alert) {

  /** What happened, such as "began". */
  String change() {
    return alert.getChange().name().toLowerCase(Locale.ROOT);
  }
}
