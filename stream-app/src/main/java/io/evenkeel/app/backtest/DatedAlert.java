package io.evenkeel.app.backtest;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;

/**
 * A change of an alert.
 *
 * @param at when a live run would have sent it
 * @param change what happened, such as "began"
 * @param alert the alert since then
 */
public record DatedAlert(Instant at, String change, Alert alert) {

  /** Whether it fires, and no other alert explains it: such an alert is not sent. */
  boolean isLoud() {
    return alert.getState() == AlertState.FIRING && alert.getInhibitedBy() == null;
  }

  /** What it says, and which alert explains it, if one does. */
  String words() {
    String other = alert.getInhibitedBy();
    String summary = alert.getRule() + ": " + alert.getSummary();
    return other == null ? summary : summary + " (explained by " + AlertRecords.id(other) + ")";
  }
}
