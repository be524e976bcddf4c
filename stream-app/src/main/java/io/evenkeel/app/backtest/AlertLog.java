package io.evenkeel.app.backtest;

import io.evenkeel.app.backtest.AlertChange.Kind;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mutable: the changes of all alerts, whatever rule raised them. */
final class AlertLog {
  private final Map<String, Alert> newest = new HashMap<>();
  private final List<AlertChange> changes = new ArrayList<>();

  /** Notes what was written of an alert; a mere sign that it still fires is no change. */
  void add(Instant at, Alert alert) {
    if (!alert.getRepeated()) {
      Alert former = newest.put(alert.getFingerprint(), alert);
      changes.add(new AlertChange(at, kind(former, alert), alert));
    }
  }

  private static Kind kind(@Nullable Alert former, Alert alert) {
    if (alert.getState() == AlertState.RESOLVED) {
      return Kind.ENDED;
    }
    if (former == null) {
      return Kind.BEGAN;
    }
    if (former.getState() != AlertState.RESOLVED) {
      return Kind.CHANGED;
    }
    return alert.getStartsAt().equals(former.getStartsAt()) ? Kind.REOPENED : Kind.BEGAN;
  }

  List<AlertChange> changes() {
    return List.copyOf(changes);
  }
}
