package io.evenkeel.app.status;

import io.evenkeel.schemas.Alert;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest states of one alert, as far as the compacted topic still had them.
 *
 * @param states in the order in which they were written; at least one
 */
record AlertHistory(List<Alert> states) {
  private static final int KEPT = 50;

  AlertHistory {
    states = List.copyOf(states);
  }

  /** The history after another state; one that only repeats the newest takes its place. */
  AlertHistory with(Alert alert) {
    List<Alert> next = new ArrayList<>(states);
    if (!next.isEmpty() && repeats(newest(), alert)) {
      next.remove(next.size() - 1);
    }
    next.add(alert);
    return new AlertHistory(next.subList(Math.max(0, next.size() - KEPT), next.size()));
  }

  private static boolean repeats(Alert before, Alert alert) {
    return before.getState() == alert.getState()
        && before.getChange() == alert.getChange()
        && before.getSeverity() == alert.getSeverity()
        && before.getRaisedAt().equals(alert.getRaisedAt());
  }

  /** The state now. */
  Alert newest() {
    return states.get(states.size() - 1);
  }
}
