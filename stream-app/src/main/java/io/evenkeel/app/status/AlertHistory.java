package io.evenkeel.app.status;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest states of one alert, as far as the compacted topic still had them: some 10 KiB.
 *
 * @param newest the state now
 * @param states what the page says of each, in the order in which they were written; the last is
 *     that of now
 */
record AlertHistory(Alert newest, List<Past> states) {
  private static final int KEPT = 20;

  AlertHistory {
    states = List.copyOf(states);
  }

  /** What is kept of a state: a whole alert takes ten times the memory. */
  record Past(AlertState state, Instant updatedAt, String summary, @Nullable Double logEvidence) {
    private static Past of(Alert alert) {
      return new Past(
          alert.getState(), alert.getUpdatedAt(), alert.getSummary(), alert.getLogEvidence());
    }
  }

  /** The history that begins with this state. */
  static AlertHistory of(Alert first) {
    return new AlertHistory(first, List.of(Past.of(first)));
  }

  /** The history after another state; one that only repeats the newest takes its place. */
  AlertHistory with(Alert alert) {
    List<Past> next = new ArrayList<>(states);
    if (repeats(newest, alert)) {
      next.remove(next.size() - 1);
    }
    next.add(Past.of(alert));
    return new AlertHistory(alert, next.subList(Math.max(0, next.size() - KEPT), next.size()));
  }

  private static boolean repeats(Alert before, Alert alert) {
    return before.getState() == alert.getState()
        && before.getChange() == alert.getChange()
        && before.getSeverity() == alert.getSeverity()
        && before.getRaisedAt().equals(alert.getRaisedAt());
  }
}
