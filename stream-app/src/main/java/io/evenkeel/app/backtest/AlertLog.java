package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Mutable: the changes of all alerts, whatever rule raised them. */
final class AlertLog {
  private final List<DatedAlert> changes = new ArrayList<>();

  /** Notes what was written of an alert; a mere sign that it still fires is no change. */
  void add(Instant at, Alert alert) {
    if (!alert.getRepeated()) {
      changes.add(new DatedAlert(at, alert));
    }
  }

  List<DatedAlert> changes() {
    return List.copyOf(changes);
  }
}
