package io.evenkeel.app.status;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
  /** Open alerts before those that are over, by what is most urgent for whoever is on call. */
  static final Comparator<Alert> URGENT_FIRST =
      Comparator.comparingInt(AlertHistory::quietness)
          .thenComparingInt(
              alert ->
                  switch (alert.getState()) {
                    case FIRING -> 0;
                    case NO_DATA -> 1;
                    case PENDING -> 2;
                    case RESOLVED, UNKNOWN -> 3;
                  })
          .thenComparingInt(
              alert ->
                  switch (alert.getSeverity()) {
                    case CRITICAL -> 0;
                    case WARNING -> 1;
                    case INFO, UNKNOWN -> 2;
                  })
          .thenComparing(Alert::getUpdatedAt, Comparator.reverseOrder());

  private static final int KEPT = 20;

  AlertHistory {
    states = List.copyOf(states);
  }

  /**
   * What is kept of a state: a whole alert takes ten times the memory.
   *
   * @param updatedAt when it began; what else it says may be newer
   */
  record Past(AlertState state, Instant updatedAt, String summary, @Nullable Double logEvidence) {
    private static Past of(Alert alert, Instant updatedAt) {
      return new Past(alert.getState(), updatedAt, alert.getSummary(), alert.getLogEvidence());
    }
  }

  /**
   * The history that begins with this state. Where it is repeated, the topic has lost when it
   * began: when the alert was raised, unless it was pending first.
   */
  static AlertHistory of(Alert first) {
    Instant began =
        first.getState() == AlertState.FIRING && first.getRepeated()
            ? first.getRaisedAt()
            : first.getUpdatedAt();
    return new AlertHistory(first, List.of(Past.of(first, began)));
  }

  /**
   * The history after another state. One that only repeats the newest takes its place, as of the
   * time when that began: it is sent again for as long as it lasts.
   */
  AlertHistory with(Alert alert) {
    List<Past> next = new ArrayList<>(states);
    Instant began = alert.getUpdatedAt();
    if (repeats(newest, alert)) {
      began = next.remove(next.size() - 1).updatedAt();
    }
    next.add(Past.of(alert, began));
    return new AlertHistory(alert, next.subList(Math.max(0, next.size() - KEPT), next.size()));
  }

  /**
   * Silenced and explained alerts come after all others that are open, before those that are over.
   */
  private static int quietness(Alert alert) {
    if (!OutputIndex.isAlive(alert)) {
      return 2;
    }
    return alert.getSilencedBy() == null && alert.getInhibitedBy() == null ? 0 : 1;
  }

  private static boolean repeats(Alert before, Alert alert) {
    return before.getState() == alert.getState()
        && before.getChange() == alert.getChange()
        && before.getSeverity() == alert.getSeverity()
        && before.getRaisedAt().equals(alert.getRaisedAt());
  }
}
